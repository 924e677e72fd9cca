import assert from 'node:assert/strict';
import type { LibraryJob } from '@vault/contracts';
import { parseWebVtt } from '@vault/webvtt';
import { checkTokens } from '../../testing/stores/check-tokens.ts';
import { sendWithRetry } from '../../testing/api/send-with-retry.ts';
import type { Row } from '../../testing/stores/stored-data.ts';
import { until } from '../../testing/shared/until.ts';
import type { TestVideo, FaultTestEnvironment } from './fault-test-environment.ts';
import { follows } from './move-points.ts';
import { ignoreFailure, type Points } from './point.ts';
import { holdTranscript } from './hold-transcript.ts';
import { hasOutboxEvents, isGenerating } from './upload-points.ts';

/** The end of the last chapter in requests. */
const lastChapterEnd = '10:00:00';
/** A settlement waits for auth, and the account for its ledger. */
const settlementTimeoutMs = 300_000;

export const chapteringPoints: Points = {
  app: 'chaptering',
  points: [
    { when: 'when the transcript becomes ready', run: killOnTranscriptReady },
    { when: 'when it leases the job', run: killOnLease },
    { when: 'while it reads the transcript', run: killDuringTranscriptRead },
    { when: 'before the chapters are stored', run: killBeforeResult },
    { when: 'after the chapters are stored, before the event is published', run: killAfterResult },
    { when: 'while chapters are regenerated', run: killDuringRegeneration },
    { when: 'while chapters are saved', run: killDuringSave },
    { when: 'while many videos are changed', run: killDuringLibraryJob },
    { when: 'while quotes are generated', run: killDuringQuotes },
    { when: 'while a video is deleted', run: killDuringDeletion },
    follows('chaptering'),
  ],
};

async function killOnTranscriptReady(environment: FaultTestEnvironment): Promise<void> {
  const testVideo = await environment.sendNew();
  await environment.untilState(testVideo, 'captioning');
  const chaptering = environment.product.process('chaptering');
  chaptering.pause();
  await environment.untilUpload(
    testVideo,
    (video) => video.captionsState !== 'pending' && !hasOutboxEvents(video),
  );
  chaptering.resume();
  await environment.killAndRestart('chaptering', 100);
  environment.expectReady(testVideo);
}

async function killOnLease(environment: FaultTestEnvironment): Promise<void> {
  const testVideo = await holdTranscript(environment);
  await environment.untilChapters(testVideo, isRunning);
  // After the restart the lease of the killed process must expire before the job is taken again.
  await environment.killAndRestart('chaptering');
  environment.expectReady(testVideo);
}

async function killDuringTranscriptRead(environment: FaultTestEnvironment): Promise<void> {
  const testVideo = await holdTranscript(environment);
  testVideo.releaseTranscript();
  await environment.killAndRestart('chaptering', 10);
  environment.expectReady(testVideo);
}

/** The job reads a setting of the user from auth before it stores its result, so a paused auth holds it. */
async function killBeforeResult(environment: FaultTestEnvironment): Promise<void> {
  const testVideo = await holdTranscript(environment);
  const auth = environment.product.process('auth');
  auth.pause();
  try {
    testVideo.releaseTranscript();
    await environment.untilChapters(testVideo, (set) => isRunning(set) && Number(jobOf(set).percent) > 0);
    await environment.product.process('chaptering').kill();
  } finally {
    auth.resume();
  }
  await environment.product.start();
  environment.expectReady(testVideo);
}

async function killAfterResult(environment: FaultTestEnvironment): Promise<void> {
  const testVideo = await holdTranscript(environment);
  await environment.servers.kafka.pause();
  try {
    testVideo.releaseTranscript();
    await environment.untilChapters(testVideo, (set) => !isGenerating(set) && hasOutboxEvents(set));
    await environment.product.process('chaptering').kill();
  } finally {
    await environment.servers.kafka.resume();
  }
  await environment.product.start();
  environment.expectReady(testVideo);
}

async function killDuringRegeneration(environment: FaultTestEnvironment): Promise<void> {
  const testVideo = await environment.sharedVideo();
  const before = (await environment.video(testVideo)).chapters;
  const path = '/api/muxupload/re-generate-chapter';
  const body = { passthrough: testVideo.id };
  const brokenCall = ignoreFailure(testVideo.api.send('POST', path, { body }));
  await environment.killAndRestart('chaptering', 150);
  await brokenCall;
  // A 409 is answered until the lease of the killed process expires.
  await sendWithRetry(testVideo.api, 'POST', path, { body, retryOn: [409] });
  await environment.untilChapters(testVideo, (set) => !isGenerating(set));
  assert.deepEqual((await environment.video(testVideo)).chapters, before);
  environment.expectReady(testVideo);
}

async function killDuringSave(environment: FaultTestEnvironment): Promise<void> {
  const testVideo = await environment.sharedVideo();
  const { chapters, version } = await environment.video(testVideo);
  const [first, ...others] = chapters;
  const byHand = { title: 'By hand', summary: 'Typed.', search: 'Typed too.', searchQuotes: 'And this.' };
  const edited = [{ ...first!, ...byHand, quote: [...first!.quote, 'Nobody said so.'] }, ...others];
  const path = '/api/muxupload/save';
  const body = { passthrough: testVideo.id, chapters: edited, version };
  const brokenCall = ignoreFailure(testVideo.api.send('PATCH', path, { body }));
  await environment.killAndRestart('chaptering', 100);
  await brokenCall;
  await sendWithRetry(testVideo.api, 'PATCH', path, { body });
  // A client without an answer repeats its save, which must not conflict with itself.
  await sendWithRetry(testVideo.api, 'PATCH', path, { body });
  const after = await environment.video(testVideo);
  assert.deepEqual([after.chapters, after.version], [edited, version + 1]);
}

/** Each part changes a line of the same video, so that each has to be changed once. */
async function killDuringLibraryJob(environment: FaultTestEnvironment): Promise<void> {
  const testVideo = await environment.sharedVideo();
  const { api, id } = testVideo;
  const { vtt = '', transcriptVersion } = await environment.video(testVideo);
  const lines = parseWebVtt(vtt).slice(0, 20);
  // Later points search the shared video for what is said in it.
  const corrected = lines.map((line) => ({ ...line, text: `${line.text} Corrected.` }));
  const videos = lines.map((line, at) => ({
    videoId: id,
    changes: [{ before: [line], after: [corrected[at]] }],
  }));
  const begin = () => api.send('POST', '/api/glossary/corrections', { body: { videos } });
  const brokenCall = ignoreFailure(begin());
  await environment.killAndRestart('chaptering', 1_000);
  await brokenCall;
  const job = await until('the videos to be changed', async () => {
    const { json } = await sendWithRetry(api, 'GET', '/api/library-job');
    const last = json!.data as LibraryJob | null;
    // The command was lost with the process.
    if (!last) await ignoreFailure(begin());
    return last?.isRunning === false && last;
  });
  assert.deepEqual([job.done, job.conflicts, job.failed], [lines.length, 0, 0]);
  const after = await environment.video(testVideo);
  assert.equal(after.transcriptVersion, transcriptVersion + lines.length);
  assert.deepEqual(parseWebVtt(after.vtt ?? '').slice(0, lines.length), corrected);
}

async function killDuringQuotes(environment: FaultTestEnvironment): Promise<void> {
  const testVideo = await environment.sharedVideo();
  const path = '/api/muxupload/update-quote';
  const chapter = { start: '00:00:00', end: lastChapterEnd, selIndex: 0 };
  const body = { passthrough: testVideo.id, ...chapter, newQuotePrompt: 'About prices' };
  const brokenCall = ignoreFailure(testVideo.api.send('POST', path, { body }));
  await environment.killAndRestart('chaptering', 300);
  await brokenCall;
  await sendWithRetry(testVideo.api, 'POST', path, { body });
  await until('all operations to be settled', () => isSettled(environment, testVideo), settlementTimeoutMs);
  const { chapters, operations } = await environment.video(testVideo);
  assert.ok(chapters[0]!.quote.length > 0);
  assert.deepEqual(operations, []);
}

/** Whether all operations of a video have ended and each was charged once. */
async function isSettled({ product }: FaultTestEnvironment, { api, id }: TestVideo): Promise<boolean> {
  const stored = product.stored();
  const [{ operations = [] }, { token_accounts: accounts = [], ledger_entries: ledger = [] }] =
    await Promise.all([stored.documents('chaptering'), stored.documents('auth')]);
  const own = operations.filter(({ videoId }) => videoId === id);
  const ofOwner = accounts.filter(({ _id }) => _id === api.user!.id);
  const faults = checkTokens({ operations: own, accounts: ofOwner, ledger });
  return own.every(({ state }) => state !== 'queued') && ofOwner.length === 1 && faults.length === 0;
}

async function killDuringDeletion(environment: FaultTestEnvironment): Promise<void> {
  const { api, id } = await environment.readyVideo();
  const chaptering = environment.product.process('chaptering');
  chaptering.pause();
  try {
    await sendWithRetry(api, 'DELETE', `/api/muxvideos/${id}`, { alsoAccepted: [404] });
  } finally {
    chaptering.resume();
  }
  await environment.killAndRestart('chaptering', 100);
  await environment.untilChapters({ api, id }, ({ deletedAt }) => Boolean(deletedAt));
}

function jobOf(set: Row): Row {
  return ((set.jobs ?? {}) as { chapters?: Row }).chapters ?? {};
}

function isRunning(set: Row): boolean {
  return jobOf(set).state === 'running';
}
