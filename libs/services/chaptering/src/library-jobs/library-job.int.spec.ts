import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import type { TranscriptChange } from '@vault/contracts';
import { AppError } from '@vault/base';
import { until } from '@vault/base/testing';
import { formatWebVtt, parseWebVtt } from '@vault/webvtt';
import { EditTranscriptService } from '../chapters/edit-transcript.service.ts';
import { LibraryJobRepository } from './library-job.repository.ts';
import { startChaptering, type ChapteringUnderTest } from '../testing/chaptering-under-test.ts';

// Long, so that only a hang fails a test on a busy machine.
jest.setTimeout(120_000);

const captions = { playbackId: 'p', trackId: 't', language: 'en', durationSeconds: 120 };
const spoken = Array.from({ length: 20 }, (_, at) => ({
  ...{ start: at * 6, end: at * 6 + 6, text: `Line ${String(at)} on cuban eddies.` },
  speaker: 'speaker_0',
}));
const ids = ['a', 'b', 'c'];
const change = (at: number, text: string): TranscriptChange => ({
  before: [spoken[at]!],
  after: [{ ...spoken[at]!, text }],
});
/** The change that the glossary proposes for a line. */
const corrected = (at: number) => change(at, `Line ${String(at)} on Kubernetes.`);

describe('a change of many videos', () => {
  let chaptering: ChapteringUnderTest;
  let dataDir = '';
  beforeEach(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'library-job-'));
    chaptering = await startChaptering({ dataDir });
    await makeVideos();
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await chaptering.stop();
    rmSync(dataDir, { recursive: true });
  });

  async function makeVideos() {
    chaptering.host.texts.set('t', formatWebVtt(spoken));
    for (const videoId of ids) {
      await chaptering.event('upload.transcript-ready.v1', { videoId, ownerId: 'ada', ...captions });
      await until(
        () => find(videoId),
        (set) => set?.isGenerating === false,
      );
    }
  }
  const find = async (videoId: string) =>
    (await chaptering.client.getChapterSets({ ownerId: 'ada', videoIds: [videoId], withTranscript: true }))
      .sets[0];
  const linesOf = async (videoId: string) => parseWebVtt((await find(videoId))?.vtt ?? '');
  const textsOf = async (videoId: string) => (await linesOf(videoId)).slice(0, 3).map(({ text }) => text);
  const speakersOf = async (videoId: string) => [
    ...new Set((await linesOf(videoId)).map(({ speaker }) => speaker)),
  ];
  const jobOf = async (ownerId = 'ada') => (await chaptering.client.getLibraryJob({ ownerId })).job;
  const ended = () => until(jobOf, (job) => job?.isRunning === false);
  const about = { videoId: 'of no video', ownerId: 'ada' };
  const correct = (videos: Record<string, TranscriptChange[]>, ownerId = 'ada') =>
    chaptering.command('chaptering.correct-library.v1', {
      ...about,
      ownerId,
      videos: Object.entries(videos).map(([videoId, changes]) => ({ videoId, changes })),
    });
  const rename = (from: string, to: string, videoIds = ids, mergedIds: string[] = []) =>
    chaptering.command('chaptering.rename-everywhere.v1', { ...about, from, to, videoIds, mergedIds });
  const undo = async () =>
    chaptering.command('chaptering.undo-library-job.v1', { ...about, jobId: (await jobOf())?.id ?? '' });
  const edit = (videoId: string, changes: TranscriptChange[]) =>
    chaptering.command('chaptering.edit-transcript.v1', { videoId, ownerId: 'ada', changes });
  const told = () => chaptering.published.filter(({ type }) => type === 'chaptering.library-job-changed.v1');

  it('corrects the chosen lines, tells the pages of each video, and is undone once', async () => {
    expect(await jobOf()).toBeUndefined();
    const id = await correct({ a: [corrected(0), corrected(1)], b: [corrected(0)] });
    const job = await ended();
    expect(job).toEqual({
      ...{ id, kind: 'corrections', from: '', to: '', isUndo: false, isRunning: false },
      ...{ videos: 2, done: 2, conflicts: 0, failed: 0, problem: '', lines: 3 },
      undoUntil: expect.any(Number) as number,
    });
    const left = (job?.undoUntil ?? 0) - chaptering.clock.now().getTime() / 1_000;
    expect(left > 500 && left <= 600).toBe(true);
    expect(await textsOf('a')).toEqual(['Line 0 on Kubernetes.', 'Line 1 on Kubernetes.', spoken[2]!.text]);
    expect(await textsOf('b')).toEqual([
      'Line 0 on Kubernetes.',
      ...spoken.slice(1, 3).map((line) => line.text),
    ]);
    // Its begin, and each video.
    await until(told, ({ length }) => length === 3);
    expect(told()[0]?.data).toEqual({ ownerId: 'ada', jobId: id });
    const changed = () =>
      chaptering.published.filter(({ type }) => type === 'chaptering.chapters-changed.v1');
    await until(changed, ({ length }) => length === 2);
    expect(changed().map(({ subject }) => subject)).toEqual(['a', 'b']);
    await undo();
    expect(await ended()).toMatchObject({ isUndo: true, done: 2, lines: 3 });
    expect((await jobOf())?.undoUntil).toBeUndefined();
    for (const videoId of ['a', 'b']) expect(await linesOf(videoId)).toEqual(spoken);
    await expect(undo()).rejects.toMatchObject({
      code: 'conflict',
      message: 'This can no longer be undone.',
    });
  });

  it('leaves a video whose lines people have changed, and counts it; also when it is undone', async () => {
    await edit('b', [change(1, 'By a person.')]);
    await correct({
      a: [corrected(0)],
      b: [corrected(0), corrected(1)],
      c: [corrected(0)],
      'of eve': [corrected(0)],
    });
    expect(await ended()).toMatchObject({ videos: 4, done: 2, conflicts: 2, failed: 0, lines: 2 });
    expect(await textsOf('b')).toEqual([spoken[0]!.text, 'By a person.', spoken[2]!.text]);
    const { after } = corrected(0);
    await edit('a', [{ before: after, after: [{ ...after[0]!, text: 'Better.' }] }]);
    await undo();
    expect(await ended()).toMatchObject({ isUndo: true, videos: 2, done: 1, conflicts: 1 });
    expect((await textsOf('a'))[0]).toBe('Better.');
    expect(await linesOf('c')).toEqual(spoken);
  });

  it('renames a speaker; the undo leaves videos in which both became one', async () => {
    await rename('speaker_0', 'Ann', [...ids, 'deleted'], ['b']);
    expect(await ended()).toMatchObject({
      ...{ kind: 'rename', from: 'speaker_0', to: 'Ann', videos: 4, done: 4, lines: 0 },
    });
    for (const videoId of ids) expect(await speakersOf(videoId)).toEqual(['Ann']);
    await undo();
    expect(await ended()).toMatchObject({ from: 'Ann', to: 'speaker_0', isUndo: true, videos: 3 });
    expect(await Promise.all(ids.map(speakersOf))).toEqual([['speaker_0'], ['Ann'], ['speaker_0']]);
  });

  it('does not begin while another one is running, and is of one owner alone', async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const service = chaptering.running.get(EditTranscriptService);
    const renaming = service.renameSpeaker.bind(service);
    jest.spyOn(service, 'renameSpeaker').mockImplementation(async (...args) => {
      await held;
      return renaming(...args);
    });
    await rename('speaker_0', 'Ann');
    expect(await jobOf()).toMatchObject({ isRunning: true, videos: 3, done: 0 });
    await expect(correct({ a: [corrected(0)] })).rejects.toMatchObject({
      code: 'conflict',
      message: 'Another change of many videos is running. Wait until it is done.',
    });
    await expect(undo()).rejects.toMatchObject({ code: 'conflict' });
    await correct({ a: [corrected(0)] }, 'eve');
    release();
    expect(await ended()).toMatchObject({ done: 3 });
    expect(
      await until(
        () => jobOf('eve'),
        (job) => job?.isRunning === false,
      ),
    ).toMatchObject({ conflicts: 1 });
  });

  it('tries a video again while the store is away, and gives up one that cannot be changed', async () => {
    const service = chaptering.running.get(EditTranscriptService);
    const editing = service.edit.bind(service);
    let failures = 0;
    jest.spyOn(service, 'edit').mockImplementation((data, messageId) => {
      if (data.videoId === 'b') throw new AppError('too-large', 'Too many corrections.');
      failures += 1;
      if (failures <= 2) throw AppError.unavailable();
      return editing(data, messageId);
    });
    await correct({ a: [corrected(0)], b: [corrected(0)], c: [corrected(0)] });
    const passing = setInterval(() => chaptering.clock.passSeconds(3), 200);
    const job = await ended().finally(() => clearInterval(passing));
    expect(job).toMatchObject({ done: 2, failed: 1, problem: 'Too many corrections.' });
    expect(failures).toBe(4);
  });

  it('goes on after its process has died, and changes each video once', async () => {
    const jobs = chaptering.running.get(LibraryJobRepository);
    const step = jobs.step.bind(jobs);
    // As if the process had died after the second video was changed, before the job was.
    jest.spyOn(jobs, 'step').mockImplementation((job, next) => {
      if (job.outcomes.length > 0) throw new Error('The process has died.');
      return step(job, next);
    });
    await rename('speaker_0', 'Ann');
    await until(
      () => speakersOf('b'),
      ([speaker]) => speaker === 'Ann',
    );
    await chaptering.stop();
    chaptering = await startChaptering({ dataDir });
    expect(await jobOf()).toMatchObject({ isRunning: true, done: 1, videos: 3 });
    chaptering.clock.passSeconds(21);
    expect(await ended()).toMatchObject({ done: 3, videos: 3 });
    for (const videoId of ids) expect((await find(videoId))?.transcriptVersion).toBe(1);
  });

  it('a redelivered command begins nothing again, and what has ended is removed after ten minutes', async () => {
    const data = { ...about, from: 'speaker_0', to: 'Ann', videoIds: ids, mergedIds: [] };
    const redeliver = await chaptering.send('chaptering.rename-everywhere.v1', data, randomUUID());
    await ended();
    await undo();
    await ended();
    await redeliver();
    await rename('Nobody', 'Bea', ['a']);
    expect(await ended()).toMatchObject({ from: 'Nobody' });
    expect(await speakersOf('a')).toEqual(['speaker_0']);
    chaptering.clock.passSeconds(601);
    expect(await jobOf()).toBeUndefined();
    await expect(undo()).rejects.toMatchObject({ code: 'conflict' });
    const documents = () => chaptering.store.collection('library_jobs').countDocuments({});
    await until(documents, (count) => count === 0);
  });

  it('is removed with its owner', async () => {
    await rename('speaker_0', 'Ann');
    await ended();
    chaptering.auth.isDeleted = true;
    await chaptering.accountEvent('auth.account-deleted.v1', 'ada');
    const documents = () => chaptering.store.collection('library_jobs').countDocuments({});
    await until(documents, (count) => count === 0);
    await rename('speaker_0', 'Ann');
    await until(documents, (count) => count === 0);
    expect(await jobOf('ada')).toBeUndefined();
  });
});
