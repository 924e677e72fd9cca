import assert from 'node:assert/strict';
import { sendWithRetry } from '../../testing/api/send-with-retry.ts';
import { sendFile } from '../../testing/api/send-file.ts';
import type { Row } from '../../testing/stores/stored-data.ts';
import { holdTranscript } from './hold-transcript.ts';
import type { FaultTestEnvironment } from './fault-test-environment.ts';
import { moves } from './move-points.ts';
import { ignoreFailure, type Points } from './point.ts';

const duringWebhook = (type: RegExp) => (environment: FaultTestEnvironment) =>
  killDuringWebhook(environment, type);

export const uploadPoints: Points = {
  app: 'upload',
  points: [
    { when: 'while a session is created', run: killDuringSessionOpen },
    { when: 'when the asset is created', run: duringWebhook(/"video\.upload\.asset_created"/) },
    { when: 'when the video becomes ready', run: duringWebhook(/"video\.asset\.ready"/) },
    { when: 'when the captions become ready', run: duringWebhook(/"video\.asset\.track\.ready"/) },
    { when: 'after a change is stored, before its event is published', run: killBeforePublishing },
    { when: 'while it consumes events of chaptering', run: killOnChapteringEvents },
    { when: 'while a title is saved', run: killDuringSave },
    { when: 'while a video is deleted', run: killDuringDeletion },
    moves,
  ],
};

async function killDuringSessionOpen(environment: FaultTestEnvironment): Promise<void> {
  const api = await environment.person();
  const making = environment.host.intercept(/^POST [^ ]*\/uploads /);
  const brokenCall = ignoreFailure(api.openUpload());
  (await making).release();
  await environment.killAndRestart('upload', 40);
  await brokenCall;
  const { id, url } = await environment.open(api);
  await sendFile(api, url, environment.media);
  await environment.save(api, id, 'At last');
  environment.expectReady({ api, id });
}

async function killDuringWebhook(environment: FaultTestEnvironment, type: RegExp): Promise<void> {
  const arriving = environment.webhooks.intercept(type);
  const testVideo = await environment.sendNew();
  (await arriving).release();
  await environment.killAndRestart('upload', 30);
  environment.expectReady(testVideo);
}

/** Pauses Kafka, so that the event is stored in the outbox but cannot be published. */
async function killBeforePublishing(environment: FaultTestEnvironment): Promise<void> {
  const sending = environment.sendNew();
  const isForVideo = async (webhook: string) => {
    const { assetId } = await environment.video(await sending);
    return assetId !== '' && webhook.includes(assetId);
  };
  const arriving = environment.webhooks.intercept(/"video\.asset\.track\.ready"/, { matches: isForVideo });
  const [testVideo, { release }] = await Promise.all([sending, arriving]);
  await environment.servers.kafka.pause();
  try {
    release();
    await environment.untilUpload(
      testVideo,
      (video) => video.captionsState === 'ready' && hasOutboxEvents(video),
    );
    await environment.product.process('upload').kill();
  } finally {
    await environment.servers.kafka.resume();
  }
  await environment.product.start();
  environment.expectReady(testVideo);
}

async function killOnChapteringEvents(environment: FaultTestEnvironment): Promise<void> {
  const testVideo = await holdTranscript(environment);
  const upload = environment.product.process('upload');
  upload.pause();
  testVideo.releaseTranscript();
  await environment.untilChapters(testVideo, (set) => !isGenerating(set) && !hasOutboxEvents(set));
  upload.resume();
  await environment.killAndRestart('upload', 150);
  environment.expectReady(testVideo);
}

async function killDuringSave(environment: FaultTestEnvironment): Promise<void> {
  const testVideo = await environment.sendNew();
  const body = { passthrough: testVideo.id, title: 'Saved again' };
  const brokenCall = ignoreFailure(testVideo.api.send('PATCH', '/api/muxupload/save', { body }));
  await environment.killAndRestart('upload', 60);
  await brokenCall;
  await environment.save(testVideo.api, testVideo.id, body.title);
  assert.equal((await environment.video(testVideo)).title, body.title);
  environment.expectReady(testVideo);
}

async function killDuringDeletion(environment: FaultTestEnvironment): Promise<void> {
  const { api, id } = await environment.readyVideo();
  const brokenCall = ignoreFailure(api.send('DELETE', `/api/muxvideos/${id}`));
  await environment.killAndRestart('upload', 60);
  await brokenCall;
  await sendWithRetry(api, 'DELETE', `/api/muxvideos/${id}`, { alsoAccepted: [404] });
  assert.deepEqual((await sendWithRetry(api, 'GET', '/api/muxvideos')).json?.data, []);
}

/** Whether the document has unpublished events. */
export function hasOutboxEvents({ outbox }: Row): boolean {
  return Array.isArray(outbox) && outbox.length > 0;
}

/** True while a job generates chapters for the video. */
export function isGenerating(set: Row): boolean {
  return 'chapters' in ((set.jobs ?? {}) as Row);
}
