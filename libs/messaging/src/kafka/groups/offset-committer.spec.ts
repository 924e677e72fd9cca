import { OffsetCommitter } from './offset-committer.ts';
import { PartitionLanes } from './partition-lanes.ts';
import { PartitionStarts } from './partition-starts.ts';

const limits = { messages: 10, bytes: 1_000, span: 10 };

describe(OffsetCommitter, () => {
  let lanes: PartitionLanes;
  let committer: OffsetCommitter;
  let isAccepted: boolean;
  const committedOffsets: number[] = [];

  beforeEach(() => {
    committedOffsets.length = 0;
    isAccepted = false;
    lanes = new PartitionLanes('topic', 0, limits, () => undefined);
    lanes.open(0);
    lanes.window.moveTo(1);
    committer = new OffsetCommitter({
      partitions: () => [lanes],
      commit: (offsets) => {
        if (!isAccepted) return Promise.reject(new Error('not now'));
        committedOffsets.push(...offsets.map(({ offset }) => offset));
        return Promise.resolve();
      },
      isLeaving: () => false,
      interval: 60_000,
      onFailure: () => undefined,
    });
  });
  afterEach(() => committer.close());

  it('notes the member once, not for each message, and removes the note when it leaves', async () => {
    const notes: string[] = [];
    let isLeaving = false;
    const start = { topic: 'topic', partition: 0, low: 0, high: 10, offset: 0, isMoved: false, metadata: '' };
    lanes.starts = new PartitionStarts('member', start, 10);
    lanes.open(0);
    const noting = new OffsetCommitter({
      partitions: () => [lanes],
      commit: (offsets) => {
        notes.push(...offsets.map(({ offset, metadata }) => `${String(offset)} ${metadata}`));
        return Promise.resolve();
      },
      isLeaving: () => isLeaving,
      interval: 60_000,
      onFailure: () => undefined,
    });
    await noting.commit();
    await noting.commit();
    lanes.window.moveTo(3);
    await noting.commit();
    await noting.commit();
    isLeaving = true;
    await noting.close();
    expect(notes).toEqual(['0 {"by":"member"}', '3 {"by":"member"}', '3 ']);
  });

  async function failOften(): Promise<void> {
    for (let n = 0; n < 10 && committer.isWorking; n += 1) await committer.commit();
    expect(committer.isWorking).toBe(false);
  }

  it('works again once the broker accepts a commit', async () => {
    await failOften();
    isAccepted = true;
    await committer.commit();
    expect(committer.isWorking).toBe(true);
    expect(committedOffsets).toEqual([1]);
  });

  it.each([
    ['was revoked', () => lanes.close()],
    ['was reopened', () => lanes.open(1)],
  ])('works again once the uncommitted partition %s', async (_, change) => {
    await failOften();
    change();
    await committer.commit();
    expect(committer.isWorking).toBe(true);
  });
});
