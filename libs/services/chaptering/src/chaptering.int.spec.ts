import { setTimeout as wait } from 'node:timers/promises';
import { withCorrelation } from '@vault/platform';
import { until } from '@vault/platform/testing';
import { parseWebVtt } from '@vault/webvtt';
import { ChapterSetRepository } from './chapters/chapter-set.repository.ts';
import type { ChapterSetDocument } from './chapters/chapter-set.schema.ts';
import { foldCues, foldWords } from './domain/folded-words.ts';
import { leaseMs } from './domain/job.ts';
import { startChaptering, type ChapteringUnderTest } from './testing/chaptering-under-test.ts';
import { talkSeconds, talkVtt } from './testing/talk.ts';

const about = { videoId: 'v', ownerId: 'ada' };
const captions = { playbackId: 'p', trackId: 't', language: 'en', durationSeconds: talkSeconds };
const transcriptReady = { ...about, ...captions };

describe('chaptering', () => {
  let chaptering: ChapteringUnderTest;
  beforeEach(async () => {
    chaptering = await startChaptering();
    chaptering.host.texts.set('t', talkVtt());
  });
  afterEach(() => chaptering.stop());

  async function find(ownerId = 'ada') {
    const request = { ownerId, videoIds: ['v'], withTranscript: true };
    return (await chaptering.client.getChapterSets(request)).sets[0];
  }
  const written = () => until(find, (set) => set !== undefined && !set.isGenerating);
  const types = () => chaptering.told.map(({ type }) => type.replace('chaptering.', ''));
  const reads = () => chaptering.host.calls.filter((call) => call.includes('/text/')).length;
  const documents = async () => {
    const [set, transcripts] = await Promise.all([
      chaptering.store.model<ChapterSetDocument>('ChapterSet').findOne({ _id: 'v' }).lean(),
      chaptering.store.model('Transcript').countDocuments({}),
    ]);
    return { set, transcripts };
  };

  /** Makes the next job of this video wait for ever in the hands of a worker that has died. */
  async function crashedWorker(attempts: number): Promise<void> {
    const sets = chaptering.store.model<ChapterSetDocument>('ChapterSet');
    const leaseUntil = new Date(chaptering.clock.now().getTime() + leaseMs);
    const job = { id: 'j', kind: 'chapters', state: 'running', attempts, leaseNumber: attempts, percent: 10 };
    const set = { jobs: { chapters: { ...job, leaseUntil } }, jobDueAt: leaseUntil };
    await sets.updateOne({ _id: 'v' }, { $set: set, $inc: { version: 1 } });
  }

  it('makes chapters of a transcript: lawful, with quotes that were said two seconds after they begin', async () => {
    chaptering.auth.quoteCount = 2;
    await chaptering.event('upload.transcript-ready.v1', transcriptReady);
    const set = (await written())!;
    expect(set.chapters.length).toBeGreaterThan(1);
    expect(set.chapters[0]?.start).toBe(0);
    expect(set.summary).not.toBe('');
    expect(set.vtt).toBe(talkVtt());
    const cues = parseWebVtt(set.vtt);
    set.chapters.forEach((chapter, index) => {
      const end = set.chapters[index + 1]?.start ?? Infinity;
      const own = cues.filter(({ start }) => start >= chapter.start && start < end);
      const said = foldCues(own)
        .words.map(({ folded }) => folded)
        .join(' ');
      expect(chapter.quotes).toHaveLength(2);
      for (const { text, at } of chapter.quotes) {
        expect(said).toContain(foldWords(text).join(' '));
        expect(own.map(({ start }) => Math.max(0, start - 2))).toContain(at);
      }
    });
    await until(types, (all) => all.length >= 2);
    expect(types()).toEqual(['generation-started.v1', 'chapters-generated.v1']);
  });

  it('tells what waits and since when, also while it is tried again, under the id that set it off', async () => {
    const queue = (aheadMs = 0) =>
      chaptering.running
        .get(ChapterSetRepository)
        .queue(new Date(chaptering.clock.now().getTime() + aheadMs));
    const there = async () => (await queue()).map(({ waiting, running }) => waiting + running);
    chaptering.auth.isAway = true;
    await withCorrelation('opened-the-upload', () =>
      chaptering.event('upload.transcript-ready.v1', transcriptReady),
    );
    await until(there, ([chapters]) => chapters === 1);
    const [chapters, ...others] = await queue(5_000);
    expect(chapters).toMatchObject({ kind: 'chapters' });
    expect(chapters?.oldestAgeSeconds).toBeGreaterThanOrEqual(5);
    const nothing = { waiting: 0, running: 0, oldestAgeSeconds: 0 };
    expect(others).toEqual(['summary', 'quotes', 'search'].map((kind) => ({ kind, ...nothing })));
    const job = async () => (await documents()).set?.jobs?.chapters;
    await until(job, (now) => (now?.attempts ?? 0) >= 1 && now?.state === 'queued');
    chaptering.auth.isAway = false;
    chaptering.clock.passSeconds(60);
    await written();
    expect(await there()).toEqual([0, 0, 0, 0]);
    await until(types, (all) => all.length >= 2);
    expect(chaptering.told.map(({ correlationid }) => correlationid)).toEqual([
      'opened-the-upload',
      'opened-the-upload',
    ]);
    await chaptering.event('upload.video-deleted.v1', about);
    await until(documents, ({ set }) => set?.deletedAt !== undefined);
    expect(await there()).toEqual([0, 0, 0, 0]);
  });

  it('is one chapter for a video without captions', async () => {
    await chaptering.event('upload.captions-unavailable.v1', {
      ...about,
      durationSeconds: 60,
      reason: 'Silent.',
    });
    expect((await written())!.chapters).toMatchObject([{ start: 0, title: 'Whole video', quotes: [] }]);
  });

  it('does its work once when the message comes again', async () => {
    const again = await chaptering.event('upload.transcript-ready.v1', transcriptReady);
    const { version } = (await written())!;
    await again();
    await again();
    await chaptering.command('chaptering.regenerate-chapters.v1', about);
    await written();
    await until(types, (all) => all.length >= 4);
    expect(types().filter((type) => type === 'chapters-generated.v1')).toHaveLength(2);
    expect((await find())!.version).toBeGreaterThan(version);
    expect(reads()).toBe(1);
  });

  it('refuses to work on a video it does not know, or that is somebody else’s, in the same words', async () => {
    await chaptering.event('upload.transcript-ready.v1', transcriptReady);
    await written();
    for (const type of ['chaptering.regenerate-chapters.v1', 'chaptering.generate-summary.v1'] as const) {
      const missing = await chaptering.command(type, { videoId: 'none', ownerId: 'eve' }).catch(wordsOf);
      expect(missing).toMatchObject({ code: 'conflict' });
      expect(await chaptering.command(type, { videoId: 'v', ownerId: 'eve' }).catch(wordsOf)).toEqual(
        missing,
      );
    }
    expect(await find('eve')).toBeUndefined();
  });

  it('goes on when the host or auth was away', async () => {
    chaptering.host.isAway = true;
    await chaptering.event('upload.transcript-ready.v1', transcriptReady);
    await until(reads, (count) => count > 0);
    chaptering.host.isAway = false;
    chaptering.clock.passSeconds(2);
    expect((await written())!.chapters.length).toBeGreaterThan(0);
  });

  it('gives up in words when the transcript cannot be read, and leaves nothing running', async () => {
    chaptering.host.texts.set('t', 'this is no transcript');
    await chaptering.event('upload.transcript-ready.v1', transcriptReady);
    await until(
      () => {
        chaptering.clock.passSeconds(10);
        return types();
      },
      (all) => all.includes('generation-failed.v1'),
    );
    expect(chaptering.told.at(-1)?.data).toMatchObject({
      ...about,
      reason: expect.stringMatching(/try again/) as string,
    });
    expect((await find())!.isGenerating).toBe(false);
    expect(reads()).toBe(5);
  });

  it('lets a second worker take over from one that died', async () => {
    await chaptering.event('upload.transcript-ready.v1', transcriptReady);
    await written();
    await crashedWorker(1);
    expect(await find()).toMatchObject({ isGenerating: true, progress: 10 });
    chaptering.clock.passSeconds(leaseMs / 1_000 + 1);
    await written();
    await until(types, (all) => all.filter((type) => type === 'chapters-generated.v1').length === 2);
  });

  it('ends a job whose workers die each time', async () => {
    await chaptering.event('upload.transcript-ready.v1', transcriptReady);
    await written();
    await crashedWorker(5);
    chaptering.clock.passSeconds(leaseMs / 1_000 + 1);
    await until(types, (all) => all.includes('generation-failed.v1'));
  });

  it('refuses a late result: the newer lease decides', async () => {
    await chaptering.event('upload.transcript-ready.v1', transcriptReady);
    await written();
    chaptering.host.delayMs = 600;
    await chaptering.event('upload.transcript-ready.v1', { ...transcriptReady, trackId: 'u' });
    await until(reads, (count) => count === 2);
    await crashedWorker(7);
    await wait(900);
    expect((await find())!.isGenerating).toBe(true);
    expect(types().filter((type) => type === 'chapters-generated.v1')).toHaveLength(1);
  });

  it('keeps nothing of a deleted video, and late messages do not bring it back', async () => {
    const again = await chaptering.event('upload.transcript-ready.v1', transcriptReady);
    await written();
    await chaptering.event('upload.video-deleted.v1', about);
    await until(find, (set) => set === undefined);
    await again();
    await chaptering.event('upload.transcript-ready.v1', transcriptReady);
    await expect(chaptering.command('chaptering.regenerate-chapters.v1', about)).rejects.toMatchObject({
      code: 'conflict',
    });
    await wait(500);
    const { set, transcripts } = await documents();
    expect(transcripts).toBe(0);
    expect(set).toMatchObject({ chapters: [], summary: '', source: null, jobs: {}, endings: [] });
    chaptering.clock.passSeconds(9 * 24 * 60 * 60);
    await until(documents, (left) => left.set === null);
  });

  it('keeps nothing of a video that is deleted while its chapters are written', async () => {
    chaptering.host.delayMs = 500;
    await chaptering.event('upload.transcript-ready.v1', transcriptReady);
    await until(reads, (count) => count === 1);
    await chaptering.event('upload.video-deleted.v1', about);
    await wait(1_000);
    const { set, transcripts } = await documents();
    expect(transcripts).toBe(0);
    expect(set?.chapters).toEqual([]);
    expect(types()).not.toContain('chapters-generated.v1');
  });
});

function wordsOf(error: unknown) {
  const { code, message } = error as { code: string; message: string };
  return { code, message };
}
