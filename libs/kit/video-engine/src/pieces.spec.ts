import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { TranscriberUnavailable, TranscriptionFailed } from '@vault/speech';
import { makeFolder, makeVideo } from '@vault/media/testing';
import type { Limits } from './common/options.ts';
import { objectsOf } from './testing/objects.ts';
import { type TestEngine, startTestEngine, until, uploadFile } from './testing/start-test-engine.ts';

jest.setTimeout(120_000);

const texts = ['One.', 'Two.', 'Three.', 'Four.'];
let talk: Buffer;
let folder: Awaited<ReturnType<typeof makeFolder>>;
let data: string;
let engine: TestEngine;

beforeAll(async () => {
  const { path, remove } = await makeFolder();
  talk = await readFile(await makeVideo(join(path, 'talk.mp4'), 2));
  await remove();
});
beforeEach(async () => {
  folder = await makeFolder();
  data = join(folder.path, 'data');
  engine = await startInPieces();
});
afterEach(async () => {
  await engine.stop();
  await folder.remove();
});

async function startInPieces(limits: Partial<Limits> = {}): Promise<TestEngine> {
  const started = await startTestEngine(data, { limits });
  const cues = texts.map((text, at) => ({ start: at / 10, end: (at + 1) / 10, text }));
  started.transcriber.outcome = { status: 'ready', transcript: { language: 'en', cues } };
  started.transcriber.pieces = texts.length;
  return started;
}

/** @returns the ids of the asset and of its captions */
async function upload(creator = 'somebody'): Promise<{ id: string; trackId: string; playbackId: string }> {
  const id = await uploadFile(engine, talk, {
    meta: { creator_id: creator },
    inputs: [{ generated_subtitles: [{ language_code: 'en' }] }],
  });
  const asset = await engine.mux.video.assets.retrieve(id);
  const trackId = asset.tracks?.find(({ type }) => type === 'text')?.id ?? '';
  return { id, trackId, playbackId: asset.playback_ids?.[0]?.id ?? '' };
}

/** The texts of finished captions. */
async function textsOf({ playbackId, trackId }: Awaited<ReturnType<typeof upload>>): Promise<string[]> {
  await engine.waitForEvent('video.asset.track.ready', trackId);
  const answer = await fetch(`${engine.url}/stream/${playbackId}/text/${trackId}.vtt`);
  return [...(await answer.text()).matchAll(/^\w+\.$/gm)].map(([line]) => line);
}

/** The names of the objects of unfinished captions. */
const workOf = async ({ id, trackId }: { id: string; trackId: string }): Promise<string[]> =>
  [...(await objectsOf(data, id)).keys()].filter((name) => name.startsWith(`${trackId}-`));
const hasSource = async (id: string): Promise<boolean> => (await objectsOf(data, id)).has('source');

/** Lets the pieces wait at this position. @returns what lets them go on */
function holdAt(index: number): { isReached: () => boolean; release: () => void } {
  const { transcriber } = engine;
  const transcribePiece = transcriber.transcribePiece.bind(transcriber);
  let isReached = false;
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  transcriber.transcribePiece = async (request) => {
    if (request.index === index) {
      isReached = true;
      const aborted = new Promise((_, reject) => {
        request.signal?.addEventListener('abort', () => reject(new Error('ended')), { once: true });
      });
      await Promise.race([released, aborted]);
    }
    return await transcribePiece(request);
  };
  return { isReached: () => isReached, release };
}

test('pieces are transcribed once each and joined in order, and leave no files', async () => {
  const uploaded = await upload();
  expect(await textsOf(uploaded)).toEqual(texts);
  expect(engine.transcriber.transcribed).toEqual([0, 1, 2, 3]);
  await until(async () => (await workOf(uploaded)).length === 0 || undefined, 'files of pieces are left');
  await until(async () => !(await hasSource(uploaded.id)) || undefined, 'the uploaded file is not verified');
});

test('the times of words are timestamps in the captions', async () => {
  const [start, end] = [0, 0.1];
  const cues = [
    { start, end, text: 'One two.', wordStarts: [0, 0.05] },
    { start: 0.1, end: 0.2, text: 'Three.' },
  ];
  engine.transcriber.outcome = { status: 'ready', transcript: { language: 'en', cues } };
  engine.transcriber.pieces = cues.length;
  const { playbackId, trackId } = await upload();
  await engine.waitForEvent('video.asset.track.ready', trackId);
  const answer = await fetch(`${engine.url}/stream/${playbackId}/text/${trackId}.vtt`);
  expect(await answer.text()).toContain('00:00.100\nOne <00:00:00.050>two.\n');
});

test('after a stop only the pieces that were not finished are transcribed, and the progress goes on', async () => {
  const { isReached } = holdAt(2);
  const uploaded = await upload();
  await until(() => isReached() || undefined, 'the third piece did not begin');
  const track = (await engine.mux.video.assets.retrieve(uploaded.id)).tracks?.find(
    ({ id }) => id === uploaded.trackId,
  ) as { stage?: string; progress?: number } | undefined;
  expect(track).toMatchObject({ stage: 'transcribing', progress: 75 });
  await engine.stop();
  engine = await startInPieces();
  expect(await textsOf(uploaded)).toEqual(texts);
  expect([engine.transcriber.calls, engine.transcriber.transcribed]).toEqual([0, [2, 3]]);
});

test('another owner waits for one piece', async () => {
  const { isReached, release } = holdAt(1);
  const long = await upload('first');
  await until(() => isReached() || undefined, 'the second piece did not begin');
  engine.transcriber.pieces = 1;
  const short = await upload('second');
  await until(async () => {
    const jobs = await engine.jobStatistics();
    return jobs.find(({ kind }) => kind === 'captions')?.waiting === 3 || undefined;
  }, 'the other captions do not wait');
  release();
  await textsOf(long);
  const order = engine.events
    .filter(({ type }) => type === 'video.asset.track.ready')
    .map(({ data: { id } }) => id);
  expect(order).toEqual([short.trackId, long.trackId]);
});

test('a piece that always fails ends the captions with an error, and its other pieces', async () => {
  await engine.stop();
  engine = await startTestEngine(data, { limits: { maxJobAttempts: 1 } });
  engine.transcriber.pieces = 3;
  engine.transcriber.transcribePiece = () => Promise.reject(new Error('the worker died'));
  const { id, trackId } = await upload();
  await engine.waitForEvent('video.asset.track.errored', trackId);
  const areGone = async () =>
    (await engine.jobStatistics()).every(({ waiting, running }) => waiting + running === 0) || undefined;
  await until(areGone, 'pieces are left');
  await until(
    async () => (await workOf({ id, trackId })).length === 0 || undefined,
    'files of pieces are left',
  );
});

test('captions that are deleted while their pieces run leave nothing, and the upload is verified then', async () => {
  const { isReached } = holdAt(1);
  const { id, trackId } = await upload();
  await until(() => isReached() || undefined, 'the second piece did not begin');
  expect(await hasSource(id)).toBe(true);
  await engine.mux.video.assets.deleteTrack(id, trackId);
  const captions = (await engine.jobStatistics()).find(({ kind }) => kind === 'captions');
  expect(captions).toMatchObject({ waiting: 0, running: 0 });
  const isTrack = (name: string): boolean => name.startsWith(trackId);
  await until(
    async () => ![...(await objectsOf(data, id)).keys()].some(isTrack) || undefined,
    'objects of the captions are left',
  );
  await until(async () => !(await hasSource(id)) || undefined, 'the uploaded file is not verified');
});

test('a piece waits while the recogniser does not answer, and is not given up', async () => {
  await engine.stop();
  engine = await startInPieces({ maxJobAttempts: 1 });
  engine.transcriber.failures = [new TranscriberUnavailable('no-answer')];
  expect(await textsOf(await upload())).toEqual(texts);
});

test('what finds the language, and a try that somebody worked on without use, count for the day', async () => {
  await engine.stop();
  engine = await startInPieces({ speechSecondsPerDay: 0.35 });
  // The plan and a failure: 0.1 s each. Of the pieces two are left.
  engine.transcriber.sentSeconds = 0.1;
  engine.transcriber.failures = [new TranscriberUnavailable('no-answer')];
  const video = await upload();
  const stage = async () => {
    const { tracks } = await engine.mux.video.assets.retrieve(video.id);
    const track = tracks?.find(({ id }) => id === video.trackId) as { stage?: string } | undefined;
    return track?.stage === 'waiting-for-tomorrow' || undefined;
  };
  await until(stage, 'the pieces do not wait');
  expect(engine.transcriber.transcribed).toHaveLength(2);
});

test('how often a sound was sent without use is kept over a restart, and a piece that is given up says why', async () => {
  engine.transcriber.pieces = 1;
  engine.transcriber.sentSeconds = 0.1;
  engine.transcriber.failures = [new TranscriberUnavailable('no-answer', 600_000)];
  const { id, trackId } = await upload();
  const isWaiting = async () => {
    const { tracks } = await engine.mux.video.assets.retrieve(id);
    const track = tracks?.find((one) => one.id === trackId) as { stage?: string } | undefined;
    return track?.stage === 'waiting-for-recognition' || undefined;
  };
  await until(isWaiting, 'the piece does not wait');
  await engine.stop();
  engine = await startInPieces();
  engine.transcriber.pieces = 1;
  engine.transcriber.failures = [new TranscriptionFailed('No answer can be used.')];
  const { data: track } = await engine.waitForEvent('video.asset.track.errored', trackId);
  expect(track).toMatchObject({ error: { messages: ['No answer can be used.'] } });
  expect(engine.transcriber.sentBefore).toEqual([1]);
});

test('pieces wait for the next day when the speech of this one is used up', async () => {
  await engine.stop();
  // The pieces last 0.1 s each.
  engine = await startInPieces({ speechSecondsPerDay: 0.15 });
  // What has no answer is not counted.
  engine.transcriber.failures = [1, 2].map(() => new TranscriberUnavailable('no-answer'));
  const video = await upload();
  const stage = async () => {
    const { tracks } = await engine.mux.video.assets.retrieve(video.id);
    const track = tracks?.find(({ id }) => id === video.trackId) as { stage?: string } | undefined;
    return track?.stage === 'waiting-for-tomorrow' || undefined;
  };
  await until(stage, 'the pieces do not wait');
  const first = [...engine.transcriber.transcribed];
  expect(first).toHaveLength(2);
  await engine.stop();
  engine = await startInPieces();
  expect(await textsOf(video)).toEqual(texts);
  // What was done was not done again.
  expect([...first, ...engine.transcriber.transcribed].toSorted()).toEqual([0, 1, 2, 3]);
});
