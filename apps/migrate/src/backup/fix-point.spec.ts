import type { TopicEnd } from '../move/backup-manifest.ts';
import { fixPoint } from './fix-point.ts';

/** Ends of a topic whose partitions have so many messages. */
const ends = (...counts: number[]): TopicEnd[] =>
  counts.map((end, partition) => ({ topic: 'upload.events', partition, end }));

describe(fixPoint, () => {
  /** Topics that have these ends when they are read, the last ones from then on. */
  async function fix(...read: TopicEnd[][]) {
    const [taken, discarded]: [number[], number[]] = [[], []];
    let reads = 0;
    const point = await fixPoint({
      readEnds: () => Promise.resolve(read[Math.min(reads++, read.length - 1)]!),
      takeSnapshot: () => Promise.resolve(taken.push(taken.length + 1)),
      discard: (snapshot) => Promise.resolve(void discarded.push(snapshot)),
    });
    return { ...point, discarded };
  }

  it('takes the first snapshot when nothing is published', async () => {
    expect(await fix(ends(3, 5))).toMatchObject({ snapshot: 1, ends: ends(3, 5), discarded: [] });
    expect(await fix(ends(3, 5), ends(3, 5).toReversed())).toMatchObject({ snapshot: 1 });
  });

  it('takes another one when a message was published between the two reads of the ends', async () => {
    const point = await fix(ends(3, 5), ends(3, 6), ends(4, 6), ends(4, 6));
    expect(point).toMatchObject({ snapshot: 3, ends: ends(4, 6), discarded: [1, 2] });
  });

  it('takes another one when a topic has become longer by a partition', async () => {
    expect(await fix(ends(3), ends(3, 0))).toMatchObject({ snapshot: 2 });
  });

  it('gives up when there is always a message in between', async () => {
    let end = 0;
    let open = 0;
    const busy = fixPoint({
      readEnds: () => Promise.resolve(ends((end += 1))),
      takeSnapshot: () => Promise.resolve((open += 1)),
      discard: () => Promise.resolve(void (open -= 1)),
    });
    await expect(busy).rejects.toThrow(/^The product is too busy: in 500 tries/);
    expect(open).toBe(0);
  });

  it('keeps no snapshot when the ends cannot be read', async () => {
    const discarded: string[] = [];
    let reads = 0;
    const failing = fixPoint({
      readEnds: () => (reads++ === 0 ? Promise.resolve(ends(1)) : Promise.reject(new Error('no broker'))),
      takeSnapshot: () => Promise.resolve('one'),
      discard: (snapshot) => Promise.resolve(void discarded.push(snapshot)),
    });
    await expect(failing).rejects.toThrow('no broker');
    expect(discarded).toEqual(['one']);
  });
});
