import { setTimeout as wait } from 'node:timers/promises';
import { withCorrelation } from '@vault/base';
import { until } from '@vault/base/testing';
import { parseWebVtt } from '@vault/webvtt';
import { ChapterSetRepository } from './chapter-sets/chapter-set.repository.ts';
import type { ChapterSetDocument } from './chapter-sets/chapter-set.schema.ts';
import { foldCues, foldWords } from './domain/chapters/folded-words.ts';
import { leaseMs } from './domain/jobs/job.ts';
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
  const generated = () => until(find, (set) => set !== undefined && !set.isGenerating);
  const types = () => chaptering.published.map(({ type }) => type.replace('chaptering.', ''));
  const reads = () => chaptering.host.calls.filter((call) => call.includes('/text/')).length;
  const documents = async () => {
    const [set, transcripts] = await Promise.all([
      chaptering.store.model<ChapterSetDocument>('ChapterSet').findOne({ _id: 'v' }).lean(),
      chaptering.store.model('Transcript').countDocuments({}),
    ]);
    return { set, transcripts };
  };

  /** Leases a job of this video to a worker that has died. */
  async function crashedWorker(attempts: number, leftMs = leaseMs): Promise<void> {
    const sets = chaptering.store.model<ChapterSetDocument>('ChapterSet');
    const queuedAt = chaptering.clock.now();
    const leaseUntil = new Date(queuedAt.getTime() + leftMs);
    const job = {
      ...{ id: 'j', kind: 'chapters', state: 'running', queuedAt, correlationId: 'c' },
      ...{ attempts, leaseNumber: attempts, percent: 10 },
    };
    const set = { jobs: { chapters: { ...job, leaseUntil } }, jobDueAt: leaseUntil };
    await sets.updateOne({ _id: 'v' }, { $set: set, $inc: { version: 1 } });
  }

  it('generates valid chapters, with quotes that start two seconds before their words', async () => {
    chaptering.auth.quoteCount = 2;
    await chaptering.event('upload.transcript-ready.v1', transcriptReady);
    const set = (await generated())!;
    expect(set.chapters.length).toBeGreaterThan(1);
    expect(set.chapters[0]?.start).toBe(0);
    expect(set.summary).not.toBe('');
    expect(set.vtt).toBe(talkVtt());
    const cues = parseWebVtt(set.vtt);
    set.chapters.forEach((chapter, index) => {
      const end = set.chapters[index + 1]?.start ?? Infinity;
      const own = cues.filter(({ start }) => start >= chapter.start && start < end);
      const { words } = foldCues(own);
      expect(chapter.quotes).toHaveLength(2);
      for (const { text, at } of chapter.quotes) {
        const quoted = foldWords(text);
        const isSaidFrom = (first: number) => quoted.every((word, i) => words[first + i]?.folded === word);
        const places = words.filter((_word, first) => isSaidFrom(first));
        expect(places.map(({ spokenAt }) => Math.max(0, spokenAt - 2))).toContain(at);
      }
    });
    await until(types, (all) => all.length >= 2);
    expect(types()).toEqual(['generation-started.v1', 'chapters-generated.v1']);
  });

  it('reports queued jobs and their age, also during retries, and keeps the correlation id', async () => {
    const queue = (aheadMs = 0) =>
      chaptering.running
        .get(ChapterSetRepository)
        .queue(new Date(chaptering.clock.now().getTime() + aheadMs));
    const open = async () => (await queue()).map(({ waiting, running }) => waiting + running);
    chaptering.auth.isUnavailable = true;
    await withCorrelation('opened-the-upload', () =>
      chaptering.event('upload.transcript-ready.v1', transcriptReady),
    );
    await until(open, ([chapters]) => chapters === 1);
    const [chapters, ...others] = await queue(5_000);
    expect(chapters).toMatchObject({ kind: 'chapters' });
    expect(chapters?.oldestAgeSeconds).toBeGreaterThanOrEqual(5);
    const nothing = { waiting: 0, running: 0, oldestAgeSeconds: 0 };
    expect(others).toEqual(['summary', 'quotes', 'search'].map((kind) => ({ kind, ...nothing })));
    const job = async () => (await documents()).set?.jobs.chapters;
    await until(job, (now) => now?.attempts !== undefined && now.attempts >= 1 && now.state === 'queued');
    chaptering.auth.isUnavailable = false;
    chaptering.clock.passSeconds(60);
    await generated();
    expect(await open()).toEqual([0, 0, 0, 0]);
    await until(types, (all) => all.length >= 2);
    expect(chaptering.published.map(({ correlationid }) => correlationid)).toEqual([
      'opened-the-upload',
      'opened-the-upload',
    ]);
    await chaptering.event('upload.video-deleted.v1', about);
    await until(documents, ({ set }) => set?.deletedAt !== undefined);
    expect(await open()).toEqual([0, 0, 0, 0]);
  });

  describe('with chapters in the file', () => {
    const vtt =
      'WEBVTT\n\n00:00.000 --> 03:00.000\nTea\n\n03:00.000 --> 08:00.000\nServers &amp; more\n\n08:00.000 --> 09:00.000\nEnd\n';
    const withChapters = { ...transcriptReady, chaptersTrackId: 'c' };
    const titles = async () => (await generated())?.chapters.map(({ start, title }) => [start, title]);
    const ofFile = [
      [0, 'Tea'],
      [180, 'Servers & more'],
      [480, 'End'],
    ];
    beforeEach(() => chaptering.host.texts.set('c', vtt));

    it('they are the first chapters, with summaries and quotes of what was said', async () => {
      await chaptering.event('upload.transcript-ready.v1', withChapters);
      expect(await titles()).toEqual(ofFile);
      const set = await find();
      expect(set).toMatchObject({ areOfFile: true });
      expect(set?.summary).not.toBe('');
      for (const chapter of set!.chapters) {
        expect(chapter.quotes.length).toBeGreaterThan(0);
        expect(chapter.summary).toMatch(/\w/);
      }
    });

    it('a person who asks for others gets them, and keeps them with new captions', async () => {
      await chaptering.event('upload.transcript-ready.v1', withChapters);
      await generated();
      await chaptering.command('chaptering.regenerate-chapters.v1', about);
      await until(find, (set) => set?.isGenerating === false && !set.areOfFile);
      const own = await titles();
      expect(own).not.toEqual(ofFile);
      await chaptering.event('upload.transcript-ready.v1', withChapters);
      await until(types, (all) => all.filter((type) => type === 'chapters-generated.v1').length === 3);
      expect(await titles()).toEqual(own);
    });

    it('chapters that a person adds or removes are not those of the file any more', async () => {
      await chaptering.event('upload.transcript-ready.v1', withChapters);
      const edited = (await generated())!.chapters.map(({ quotes: _quotes, ...chapter }) => ({
        ...chapter,
        quotes: [],
      }));
      await chaptering.command('chaptering.save-chapters.v1', { ...about, chapters: edited });
      expect(await find()).toMatchObject({ areOfFile: true });
      await chaptering.command('chaptering.save-chapters.v1', { ...about, chapters: edited.slice(0, 2) });
      expect(await find()).toMatchObject({ areOfFile: false });
    });

    it('they are the chapters also without captions', async () => {
      const unavailable = { ...about, durationSeconds: talkSeconds, reason: 'Nobody speaks.' };
      const source = { playbackId: 'p', chaptersTrackId: 'c' };
      await chaptering.event('upload.captions-unavailable.v1', { ...unavailable, ...source });
      expect(await titles()).toEqual(ofFile);
    });

    it('chapters are generated where those of the file cannot be read', async () => {
      chaptering.host.texts.set('c', 'not WebVTT');
      await chaptering.event('upload.transcript-ready.v1', withChapters);
      expect(await titles()).not.toEqual(ofFile);
      expect(await find()).toMatchObject({ areOfFile: false });
    });
  });

  it('makes one chapter for a video without captions', async () => {
    await chaptering.event('upload.captions-unavailable.v1', {
      ...about,
      durationSeconds: 60,
      reason: 'Silent.',
    });
    expect((await generated())!.chapters).toMatchObject([{ start: 0, title: 'Whole video', quotes: [] }]);
  });

  it('does its work once when a message is redelivered', async () => {
    const redeliver = await chaptering.event('upload.transcript-ready.v1', transcriptReady);
    const { version } = (await generated())!;
    await redeliver();
    await redeliver();
    await chaptering.command('chaptering.regenerate-chapters.v1', about);
    await generated();
    await until(types, (all) => all.length >= 4);
    expect(types().filter((type) => type === 'chapters-generated.v1')).toHaveLength(2);
    expect((await find())!.version).toBeGreaterThan(version);
    expect(reads()).toBe(1);
  });

  it('refuses an unknown video and a video of another owner with the same message', async () => {
    await chaptering.event('upload.transcript-ready.v1', transcriptReady);
    await generated();
    for (const type of ['chaptering.regenerate-chapters.v1', 'chaptering.generate-summary.v1'] as const) {
      const missing = await chaptering
        .command(type, { videoId: 'none', ownerId: 'eve' })
        .catch(codeAndMessage);
      expect(missing).toMatchObject({ code: 'conflict' });
      expect(await chaptering.command(type, { videoId: 'v', ownerId: 'eve' }).catch(codeAndMessage)).toEqual(
        missing,
      );
    }
    expect(await find('eve')).toBeUndefined();
  });

  it('continues when the host is available again', async () => {
    chaptering.host.isUnavailable = true;
    await chaptering.event('upload.transcript-ready.v1', transcriptReady);
    await until(reads, (count) => count > 0);
    chaptering.host.isUnavailable = false;
    chaptering.clock.passSeconds(2);
    expect((await generated())!.chapters.length).toBeGreaterThan(0);
  });

  it('fails with a message when the transcript cannot be read, and leaves no job running', async () => {
    chaptering.host.texts.set('t', 'this is no transcript');
    await chaptering.event('upload.transcript-ready.v1', transcriptReady);
    await until(
      () => {
        chaptering.clock.passSeconds(10);
        return types();
      },
      (all) => all.includes('generation-failed.v1'),
    );
    expect(chaptering.published.at(-1)?.data).toMatchObject({
      ...about,
      reason: expect.stringMatching(/try again/) as string,
    });
    expect((await find())!.isGenerating).toBe(false);
    expect(reads()).toBe(5);
  });

  it('a second worker takes over the job of a worker that died', async () => {
    await chaptering.event('upload.transcript-ready.v1', transcriptReady);
    await generated();
    await crashedWorker(1);
    expect(await find()).toMatchObject({ isGenerating: true, progress: 10 });
    chaptering.clock.passSeconds(leaseMs / 1_000 + 1);
    await generated();
    await until(types, (all) => all.filter((type) => type === 'chapters-generated.v1').length === 2);
  });

  it('polls for the work of other processes, whose changes do not wake this one', async () => {
    await chaptering.stop();
    chaptering = await startChaptering({ pollMs: 50 });
    chaptering.host.texts.set('t', talkVtt());
    await chaptering.event('upload.transcript-ready.v1', transcriptReady);
    await generated();
    await crashedWorker(1, 0);
    await until(types, (all) => all.filter((type) => type === 'chapters-generated.v1').length === 2);
  });

  it('fails a job whose workers die each time', async () => {
    await chaptering.event('upload.transcript-ready.v1', transcriptReady);
    await generated();
    await crashedWorker(5);
    chaptering.clock.passSeconds(leaseMs / 1_000 + 1);
    await until(types, (all) => all.includes('generation-failed.v1'));
  });

  it('refuses the late result of an older lease', async () => {
    await chaptering.event('upload.transcript-ready.v1', transcriptReady);
    await generated();
    chaptering.host.delayMs = 600;
    await chaptering.event('upload.transcript-ready.v1', { ...transcriptReady, trackId: 'u' });
    await until(reads, (count) => count === 2);
    await crashedWorker(7);
    await wait(900);
    expect((await find())!.isGenerating).toBe(true);
    expect(types().filter((type) => type === 'chapters-generated.v1')).toHaveLength(1);
  });

  it('keeps nothing of a deleted video, and late messages do not bring it back', async () => {
    const redeliver = await chaptering.event('upload.transcript-ready.v1', transcriptReady);
    await generated();
    await chaptering.event('upload.video-deleted.v1', about);
    await until(find, (set) => set === undefined);
    await redeliver();
    await chaptering.event('upload.transcript-ready.v1', transcriptReady);
    await expect(chaptering.command('chaptering.regenerate-chapters.v1', about)).rejects.toMatchObject({
      code: 'conflict',
    });
    await wait(500);
    const { set, transcripts } = await documents();
    expect(transcripts).toBe(0);
    expect(set).toMatchObject({ chapters: [], summary: '', source: null, jobs: {}, settlements: [] });
    chaptering.clock.passSeconds(9 * 24 * 60 * 60);
    await until(documents, (left) => left.set === null);
  });

  it('keeps nothing of a video that is deleted while its chapters are generated', async () => {
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

function codeAndMessage(error: unknown) {
  const { code, message } = error as { code: string; message: string };
  return { code, message };
}
