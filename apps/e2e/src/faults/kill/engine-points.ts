import assert from 'node:assert/strict';
import { queryOffset, offsetOf, putRange, sendFile } from '../../testing/api/send-file.ts';
import { until } from '../../testing/shared/until.ts';
import { requestClipWithRetry, untilOneClip, clipRequestOf } from './clip-requests.ts';
import type { FaultTestEnvironment } from './fault-test-environment.ts';
import { ignoreFailure, type Points } from './point.ts';

export const enginePoints: Points = {
  app: 'video-engine',
  points: [
    { when: 'while a chunk arrives', run: killDuringChunk },
    { when: 'while it ingests the video', run: killDuringIngest },
    { when: 'while it makes captions', run: killDuringCaptions },
    { when: 'while webhooks are pending', run: killWithPendingWebhooks },
    { when: 'while it makes a clip', run: killDuringClip },
  ],
};

async function killDuringChunk(environment: FaultTestEnvironment): Promise<void> {
  const api = await environment.person();
  const { media } = environment;
  const session = await environment.open(api);
  const half = Math.floor(media.bytes.length / 2);
  const storedBytes = offsetOf(await putRange(api, session.url, media, 0, half));
  const brokenCall = ignoreFailure(putRange(api, session.url, media, storedBytes, media.bytes.length));
  await environment.killAndRestart('video-engine', 20);
  await brokenCall;
  const now = await queryOffset(api, session.url);
  assert.ok(now === 'done' || now >= storedBytes, `${String(now)} held, ${String(storedBytes)} acknowledged`);
  if (now !== 'done') {
    await putRange(api, session.url, media, now, media.bytes.length);
    assert.equal(await queryOffset(api, session.url), 'done');
  }
  await environment.save(api, session.id, 'In two parts');
  environment.expectReady({ api, id: session.id });
}

async function killDuringIngest(environment: FaultTestEnvironment): Promise<void> {
  const api = await environment.person();
  const session = await environment.open(api);
  await sendFile(api, session.url, environment.media);
  await environment.killAndRestart('video-engine', 400);
  await environment.save(api, session.id, 'Ingested');
  environment.expectReady({ api, id: session.id });
}

async function killDuringCaptions(environment: FaultTestEnvironment): Promise<void> {
  const testVideo = await environment.sendNew();
  await environment.untilState(testVideo, 'captioning');
  await environment.killAndRestart('video-engine', 300);
  environment.expectReady(testVideo);
}

async function killWithPendingWebhooks(environment: FaultTestEnvironment): Promise<void> {
  environment.webhooks.refuseConnections();
  try {
    const testVideo = await environment.sendNew();
    const { media } = environment.product.stored();
    const hasEvents = () => {
      const { assets, uploads } = media.documents();
      return [...assets, ...uploads].some(({ events }) => (events as unknown[]).length > 0);
    };
    await until('a webhook to be pending', hasEvents);
    await environment.killAndRestart('video-engine', 500);
    environment.expectReady(testVideo);
  } finally {
    environment.webhooks.isRefusing = false;
  }
}

async function killDuringClip(environment: FaultTestEnvironment): Promise<void> {
  const clipRequest = await clipRequestOf(environment, await environment.sharedVideo(), { start: 3, end: 5 });
  const link = await requestClipWithRetry(clipRequest);
  await environment.killAndRestart('video-engine', 400);
  assert.equal(await untilOneClip(environment, clipRequest), link);
}
