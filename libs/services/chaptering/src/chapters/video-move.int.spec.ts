import { until } from '@vault/base/testing';
import type { ChapterSetDocument } from '../chapter-sets/chapter-set.schema.ts';
import type { OperationDocument } from '../operations/operation.schema.ts';
import { startChaptering, type ChapteringUnderTest } from '../testing/chaptering-under-test.ts';
import { talkSeconds, talkVtt } from '../testing/talk.ts';
import type { TranscriptDocument } from '../transcripts/transcript.schema.ts';

const about = { videoId: 'v', ownerId: 'ada' };
const inAcme = { videoId: 'v', ownerId: 'acme' };
const captions = { playbackId: 'p', trackId: 't', language: 'en', durationSeconds: talkSeconds };
const mine = 'WEBVTT\n\n00:00.000 --> 00:05.000\nThese words are mine.\n';
const playable = { playbackId: 'p', captionsState: 'ready', state: 'ready', durationSeconds: talkSeconds };

describe('a video that moves to another workspace', () => {
  let chaptering: ChapteringUnderTest;
  beforeEach(async () => {
    chaptering = await startChaptering();
    chaptering.host.texts.set('t', talkVtt());
    chaptering.videos.set('ada/v', playable);
    await chaptering.event('upload.transcript-ready.v1', { ...about, ...captions });
    await until(
      () => find('ada'),
      (set) => set !== undefined && !set.isGenerating,
    );
  });
  afterEach(() => chaptering.stop());

  async function find(ownerId: string) {
    const request = { ownerId, videoIds: ['v'], withTranscript: true };
    return (await chaptering.client.getChapterSets(request)).sets[0];
  }
  const isIn = (ownerId: string) =>
    until(
      () => find(ownerId),
      (set) => set !== undefined && !set.isGenerating,
    );
  const sets = () => chaptering.store.model<ChapterSetDocument>('ChapterSet');
  const transcripts = () => chaptering.store.model<TranscriptDocument>('Transcript');
  const record = (id: string) =>
    chaptering.store.model<OperationDocument>('Operation').findOne({ _id: id }).lean();
  const operation = (operationId: string, ownerId = 'ada') =>
    chaptering.client.getOperation({ ownerId, operationId });
  const published = (type: string, ownerId: string) =>
    chaptering.published.filter(
      (message) => message.type === type && (message.data as { ownerId: string }).ownerId === ownerId,
    );
  const settled = () =>
    until(
      async () => [chaptering.auth.open, (await sets().findOne({ _id: 'v' }).lean())?.settlements.length],
      ([open, settlements]) => open === 0 && settlements === 0,
    );
  const summarise = (video = about) => chaptering.command('chaptering.generate-summary.v1', video);
  const isWriting = (count = 1) =>
    until(
      () => chaptering.writer.waiting,
      (waiting) => waiting === count,
    );

  /** Upload has given it away. @returns what publishes the event */
  function leave(fromOwnerId = 'ada', ownerId = 'acme') {
    chaptering.videos.delete(`${fromOwnerId}/v`);
    chaptering.videos.set(`${ownerId}/v`, playable);
    return () => chaptering.event('upload.video-moved.v1', { videoId: 'v', ownerId, fromOwnerId });
  }

  it('takes chapters, words and corrections along, and says so to those who read them', async () => {
    const first = { start: 0, end: 6 };
    const [text] = talkVtt().split('\n').slice(3, 4);
    const changes = [{ before: [{ ...first, text: text! }], after: [{ ...first, text: 'Corrected.' }] }];
    await chaptering.command('chaptering.edit-transcript.v1', { ...about, changes });
    const before = (await find('ada'))!;
    expect(before.vtt).toContain('Corrected.');
    const redeliver = await leave()();
    const after = (await isIn('acme'))!;
    expect({ ...after, version: 0, revision: '' }).toEqual({ ...before, version: 0, revision: '' });
    expect(after.version).toBe(before.version + 1);
    await redeliver();
    expect(await find('ada')).toBeUndefined();
    await until(
      () => published('chaptering.chapters-changed.v1', 'acme').length,
      (count) => count === 1,
    );
    // It would become the description.
    expect(published('chaptering.summary-generated.v1', 'acme')).toEqual([]);
    await chaptering.command('chaptering.save-chapters.v1', { ...inAcme, chapters: undefined });
    expect((await isIn('acme'))?.version).toBe(after.version);
  });

  it('goes there and back, and late events of before change nothing', async () => {
    const first = await leave()();
    await isIn('acme');
    const second = await leave('acme', 'ada')();
    await isIn('ada');
    await first();
    await second();
    await chaptering.event('upload.transcript-ready.v1', { ...inAcme, ...captions });
    await summarise();
    expect(await find('acme')).toBeUndefined();
    expect(await transcripts().countDocuments({ ownerId: 'ada' })).toBe(1);
  });

  it('leaves operations with the workspace that has paid, without words', async () => {
    const id = await summarise();
    await settled();
    const before = (await record(id))!;
    expect([before.systemPrompt, before.resultString]).not.toContain('');
    await leave()();
    await isIn('acme');
    const words = { systemPrompt: '', contextPrompt: '', customPrompt: '', resultString: '' };
    const emptied = await until(
      () => record(id),
      (now) => now?.resultString === '',
    );
    expect(emptied).toEqual({ ...before, ...words });
    expect((await operation(id)).state).toBe('done');
    await expect(operation(id, 'acme')).rejects.toMatchObject({ code: 'not-found' });
  });

  it('stops what was requested at the last moment, and returns the tokens to who has paid', async () => {
    const release = chaptering.writer.hold('summary');
    const releaseChapters = chaptering.writer.hold('chapters');
    const ids = [await summarise(), await chaptering.command('chaptering.regenerate-chapters.v1', about)];
    await isWriting(2);
    await leave()();
    await isIn('acme');
    for (const id of ids) {
      const ended = await until(
        () => operation(id),
        ({ state }) => state === 'failed',
      );
      expect(ended.msg).toMatch(/^This was stopped, because the video was moved/);
      expect(ended).toMatchObject({ tokens: 0, result: '' });
    }
    await settled();
    release();
    releaseChapters();
    await isWriting(0);
    expect(chaptering.auth.of('settle').map(({ amount }) => amount)).toEqual([0, 0]);
    expect(chaptering.auth.lastSettlement?.ownerId).toBe('ada');
    const failed = published('chaptering.generation-failed.v1', 'acme');
    expect(failed.map(({ data }) => data)).toMatchObject([{ ...inAcme, jobId: ids[1], hasChapters: true }]);
    const ends = published('chaptering.operation-ended.v1', 'ada').map(({ data }) => data);
    expect(ends).toMatchObject(ids.map((operationId) => ({ ...about, operationId })));
    expect((await find('acme'))?.chapters.length).toBeGreaterThan(1);
    expect(await transcripts().countDocuments({ ownerId: 'acme' })).toBe(1);
  });

  it('goes on with chapters that nobody has requested', async () => {
    const release = chaptering.writer.hold('chapters');
    chaptering.host.texts.set('u', talkVtt());
    await chaptering.event('upload.transcript-ready.v1', { ...about, ...captions, trackId: 'u' });
    await isWriting();
    await leave()();
    await until(
      () => find('acme'),
      (set) => set?.isGenerating ?? false,
    );
    release();
    await isWriting(0);
    chaptering.clock.passSeconds(20);
    await isIn('acme');
    await until(
      () => published('chaptering.chapters-generated.v1', 'acme').length,
      (count) => count === 1,
    );
    expect(published('chaptering.generation-started.v1', 'acme')).toHaveLength(1);
    expect(await transcripts().findOne({ _id: 'v' }).lean()).toMatchObject({ ownerId: 'acme', trackId: 'u' });
  });

  it('takes captions along that come at the last moment, for a video without chapters', async () => {
    chaptering.videos.set('ada/w', { ...playable, captionsState: 'pending', state: 'failed' });
    const replacing = chaptering.command('chaptering.replace-captions.v1', {
      videoId: 'w',
      ownerId: 'ada',
      vtt: mine,
    });
    const isStored = async () => (await transcripts().countDocuments({ _id: 'w' })) === 1;
    await until(isStored, (stored) => stored);
    chaptering.videos.delete('ada/w');
    chaptering.videos.set('acme/w', playable);
    await replacing.catch(() => undefined);
    await chaptering.event('upload.video-moved.v1', { videoId: 'w', ownerId: 'acme', fromOwnerId: 'ada' });
    const read = async () => {
      const request = { ownerId: 'acme', videoIds: ['w'], withTranscript: true };
      return (await chaptering.client.getChapterSets(request)).sets[0];
    };
    const after = await until(read, (set) => set !== undefined && !set.isGenerating);
    expect(after?.vtt).toContain('These words are mine.');
  });

  it('stays when the account before is deleted, in either order of the events', async () => {
    const publish = leave();
    await chaptering.accountEvent('auth.account-deleted.v1', 'ada');
    await isIn('acme');
    await publish();
    await chaptering.accountEvent('auth.account-deleted.v1', 'ada');
    await summarise(inAcme);
    await settled();
    const after = (await isIn('acme'))!;
    expect(after.chapters.length).toBeGreaterThan(1);
    expect(after.vtt).not.toBe('');
  });

  it('is deleted there, also when it is deleted before the event of the move comes', async () => {
    const publish = leave();
    chaptering.videos.clear();
    await publish();
    await chaptering.event('upload.video-deleted.v1', inAcme);
    await until(
      () => transcripts().countDocuments().exec(),
      (count) => count === 0,
    );
    expect(await sets().find().lean()).toMatchObject([{ _id: 'v', ownerId: 'acme', chapters: [] }]);
  });
});
