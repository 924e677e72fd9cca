import assert from 'node:assert/strict';
import { sendWithRetry } from '../../testing/api/send-with-retry.ts';
import { until } from '../../testing/shared/until.ts';
import {
  requestClip,
  clipsAtHost,
  requestClipWithRetry,
  statusOf,
  untilOneClip,
  clipRequestOf,
} from './clip-requests.ts';
import type { FaultTestEnvironment } from './fault-test-environment.ts';
import { follows } from './move-points.ts';
import { ignoreFailure, type Points } from './point.ts';

const removalTimeoutMs = 360_000;

export const clipPoints: Points = {
  app: 'clip',
  points: [
    { when: 'while a clip is requested', run: killDuringRequest },
    { when: 'after the video host has created the asset, before its id is stored', run: killBeforeStored },
    { when: 'while the clip is being made', run: killDuringCut },
    { when: 'while a video is deleted', run: killDuringDeletion },
    follows('clip'),
  ],
};

async function killDuringRequest(environment: FaultTestEnvironment): Promise<void> {
  const clipRequest = await clipRequestOf(environment, await environment.sharedVideo(), { start: 0, end: 2 });
  const brokenCall = ignoreFailure(requestClip(clipRequest));
  await environment.killAndRestart('clip', 100);
  await brokenCall;
  await untilOneClip(environment, clipRequest);
}

/** Pauses the process, so that it does not read the video host's answer before it is killed. */
async function killBeforeStored(environment: FaultTestEnvironment): Promise<void> {
  const clipRequest = await clipRequestOf(environment, await environment.sharedVideo(), { start: 1, end: 3 });
  const intercepted = environment.clips.intercept(/mux:\/\/assets\//);
  const brokenCall = ignoreFailure(requestClip(clipRequest));
  const { release } = await intercepted;
  environment.product.process('clip').pause();
  release();
  await until('the video host to have the clip', () => clipsAtHost(environment, clipRequest).length > 0);
  await environment.killAndRestart('clip');
  await brokenCall;
  await untilOneClip(environment, clipRequest);
}

/** Holds its request for the clip's state, and kills it. */
async function killDuringCut(environment: FaultTestEnvironment): Promise<void> {
  const clipRequest = await clipRequestOf(environment, await environment.sharedVideo(), { start: 2, end: 4 });
  const isForClip = (request: string) =>
    Promise.resolve(clipsAtHost(environment, clipRequest).some((id) => request.includes(id)));
  const polled = environment.clips.intercept(/^GET [^ ]*\/assets\//, { matches: isForClip });
  const [link] = await Promise.all([requestClipWithRetry(clipRequest), polled]);
  await environment.killAndRestart('clip');
  assert.equal(await untilOneClip(environment, clipRequest), link);
}

async function killDuringDeletion(environment: FaultTestEnvironment): Promise<void> {
  const testVideo = await environment.readyVideo();
  const clipRequest = await clipRequestOf(environment, testVideo, { start: 0, end: 2 });
  const link = await untilOneClip(environment, clipRequest);
  const clip = environment.product.process('clip');
  clip.pause();
  try {
    await sendWithRetry(testVideo.api, 'DELETE', `/api/muxvideos/${testVideo.id}`, { alsoAccepted: [404] });
  } finally {
    clip.resume();
  }
  await environment.killAndRestart('clip', 100);
  const isGone = async () =>
    (await statusOf(environment, link)) === 404 && clipsAtHost(environment, clipRequest).length === 0;
  await until('the clip to be gone', isGone, removalTimeoutMs);
  assert.equal((await requestClip(clipRequest)).status, 404);
}
