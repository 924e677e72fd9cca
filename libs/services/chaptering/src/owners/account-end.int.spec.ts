import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { until } from '@vault/base/testing';
import type { ChapterSetDocument } from '../chapter-sets/chapter-set.schema.ts';
import { startChaptering, type ChapteringUnderTest } from '../testing/chaptering-under-test.ts';
import { talkSeconds, talkVtt } from '../testing/talk.ts';

const about = { videoId: 'v', ownerId: 'ada' };
const captions = { playbackId: 'p', trackId: 't', language: 'en', durationSeconds: talkSeconds };
const refusal = 'This account is disabled. Please ask us to enable it.';
const stopped = `This was stopped. No tokens were charged. ${refusal}`;

let dataDir: string;
let chaptering: ChapteringUnderTest;
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'vault-chaptering-'));
  chaptering = await startChaptering({ dataDir });
  chaptering.host.texts.set('t', talkVtt());
  await makeChapters('v');
});
afterEach(async () => {
  await chaptering.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

async function makeChapters(videoId: string, ownerId = 'ada'): Promise<void> {
  await chaptering.event('upload.transcript-ready.v1', { videoId, ownerId, ...captions });
  await until(
    () => find(videoId, ownerId),
    (set) => set !== undefined && !set.isGenerating,
  );
}
async function find(videoId = 'v', ownerId = 'ada') {
  const request = { ownerId, videoIds: [videoId], withTranscript: false };
  return (await chaptering.client.getChapterSets(request)).sets[0];
}
const operation = (operationId: string) => chaptering.client.getOperation({ ownerId: 'ada', operationId });
const waitForCalls = (count: number) =>
  until(
    () => chaptering.writer.waiting,
    (waiting) => waiting === count,
  );
const settled = () =>
  until(
    () => chaptering.auth.open,
    (open) => open === 0,
  );
const published = (type: string) => chaptering.published.filter((message) => message.type === type);
const summarise = (videoId = 'v', ownerId = 'ada') =>
  chaptering.command('chaptering.generate-summary.v1', { videoId, ownerId });
const sets = () => chaptering.store.model<ChapterSetDocument>('ChapterSet');

describe('the end of the access of an owner', () => {
  it('cancels queued and running operations, releases the tokens, and refuses a late result', async () => {
    await makeChapters('w', 'eve');
    const release = chaptering.writer.hold('summary');
    const releaseChapters = chaptering.writer.hold('chapters');
    const ids = [await summarise(), await chaptering.command('chaptering.regenerate-chapters.v1', about)];
    const other = await summarise('w', 'eve');
    await waitForCalls(3);
    const before = await find();
    chaptering.auth.refusal = refusal;
    const redeliver = await chaptering.accountEvent('auth.access-ended.v1', 'ada');
    for (const id of ids) {
      const ended = await until(
        () => operation(id),
        ({ state }) => state === 'failed',
      );
      expect(ended).toMatchObject({ code: 'limit-reached', msg: stopped, tokens: 0, result: '' });
    }
    await until(
      () => chaptering.auth.of('settle').length,
      (count) => count === 2,
    );
    expect(chaptering.auth.of('settle').map(({ amount }) => amount)).toEqual([0, 0]);
    await until(
      () => published('chaptering.generation-failed.v1').length,
      (count) => count === 1,
    );
    expect(published('chaptering.generation-failed.v1')[0]?.data).toMatchObject({
      ...about,
      hasChapters: true,
    });
    await redeliver();
    release();
    releaseChapters();
    await waitForCalls(0);
    await settled();
    expect(await find()).toEqual({
      ...before,
      version: expect.any(Number) as number,
      revision: expect.any(String) as string,
      operations: [],
      ...{ isGenerating: false, progress: 100 },
    });
    expect((await chaptering.client.getOperation({ ownerId: 'eve', operationId: other })).state).toBe('done');
    const summaries = () => published('chaptering.summary-generated.v1').map(({ subject }) => subject);
    expect(await until(summaries, (subjects) => subjects.length > 0)).toEqual(['w']);
  });

  it('cancels also jobs that wait for their next attempt', async () => {
    chaptering.writer.isUnavailable = true;
    const id = await summarise();
    await until(
      async () => (await sets().findOne({ _id: 'v' }).lean())?.jobs.summary?.attempts,
      (attempts) => attempts === 1,
    );
    chaptering.auth.refusal = refusal;
    await chaptering.accountEvent('auth.access-ended.v1', 'ada');
    const ended = await until(
      () => operation(id),
      ({ state }) => state === 'failed',
    );
    expect(ended.msg).toBe(stopped);
    await settled();
  });

  it('does not cancel automatic generations, nor anything when the owner may spend again', async () => {
    const release = chaptering.writer.hold('chapters');
    await chaptering.event('upload.transcript-ready.v1', { videoId: 'w', ownerId: 'ada', ...captions });
    await waitForCalls(1);
    const free = chaptering.writer.hold('summary');
    const id = await summarise();
    await waitForCalls(2);
    await chaptering.accountEvent('auth.access-ended.v1', 'ada');
    chaptering.auth.refusal = refusal;
    // Handled after the first event: it is about the same owner.
    await chaptering.accountEvent('auth.access-ended.v1', 'ada');
    await until(
      () => operation(id),
      ({ state }) => state === 'failed',
    );
    free();
    release();
    await until(
      () => find('w'),
      (set) => set !== undefined && !set.isGenerating && set.chapters.length > 1,
    );
  });

  it('aborts the generation in the worker', async () => {
    const release = chaptering.writer.hold('summary');
    await summarise();
    await waitForCalls(1);
    const { signal } = chaptering.writer.requests.at(-1)!.request as { signal: AbortSignal };
    chaptering.auth.refusal = refusal;
    await chaptering.accountEvent('auth.access-ended.v1', 'ada');
    await until(
      () => signal.aborted,
      (isAborted) => isAborted,
    );
    release();
    await settled();
  }, 20_000);
});

describe('a deleted owner', () => {
  const counts = async (ownerId = 'ada') =>
    Promise.all(
      ['Transcript', 'Operation'].map((name) => chaptering.store.model(name).countDocuments({ ownerId })),
    );
  const isGone = () =>
    until(
      async () => [
        ...(await counts()),
        await sets().countDocuments({ ownerId: 'ada', deletedAt: { $exists: false } }),
      ],
      (left) => left.every((count) => count === 0),
    );

  it('leaves only ids, also while operations run', async () => {
    await makeChapters('w', 'eve');
    await chaptering.command('chaptering.save-chapters.v1', { ...about, searchSummary: 'Typed.' });
    const release = chaptering.writer.hold('summary');
    const id = await summarise();
    await waitForCalls(1);
    chaptering.auth.isDeleted = true;
    const redeliver = await chaptering.accountEvent('auth.account-deleted.v1', 'ada');
    await isGone();
    await redeliver();
    release();
    await waitForCalls(0);
    await expect(operation(id)).rejects.toMatchObject({ code: 'not-found' });
    const [left] = await until(
      () => sets().find({ ownerId: 'ada' }).lean(),
      ([set]) => set?.settlements.length === 0,
    );
    expect(left).toMatchObject({ chapters: [], summary: '', source: null, jobs: {}, settlements: [] });
    expect(left).not.toHaveProperty('searchSummary');
    expect(await counts()).toEqual([0, 0]);
    expect(await counts('eve')).toEqual([1, 1]);
    expect((await find('w', 'eve'))?.chapters.length).toBeGreaterThan(1);
  });

  it('leaves nothing when the data needs several batches', async () => {
    const operations = chaptering.store.model('Operation');
    const past = { ownerId: 'ada', videoId: 'v', kind: 'search', state: 'done', createdAt: new Date() };
    for (let count = 0; count < 250; count += 1)
      await operations.create({ _id: `o${String(count)}`, ...past });
    await chaptering.accountEvent('auth.account-deleted.v1', 'ada');
    await isGone();
  }, 20_000);

  it('is removed also when the service stops during the deletion', async () => {
    await chaptering.accountEvent('auth.account-deleted.v1', 'ada');
    await chaptering.stop();
    chaptering = await startChaptering({ dataDir });
    await isGone();
  });

  it('late transcripts, edits and requests leave nothing', async () => {
    await chaptering.accountEvent('auth.account-deleted.v1', 'ada');
    await isGone();
    const late = { videoId: 'late', ownerId: 'ada' };
    await chaptering.event('upload.transcript-ready.v1', { ...late, ...captions });
    await chaptering.event('upload.transcript-ready.v1', { ...about, ...captions });
    await until(
      () => sets().findOne({ _id: 'late' }).lean(),
      (set) => set?.deletedAt !== undefined,
    );
    const typed = { ...about, searchSummary: 'Typed.' };
    await expect(chaptering.command('chaptering.save-chapters.v1', typed)).rejects.toMatchObject({
      code: 'conflict',
    });
    await expect(summarise()).rejects.toMatchObject({ code: 'conflict' });
    await wait(500);
    await isGone();
    expect(published('chaptering.chapters-generated.v1')).toHaveLength(1);
  });
});
