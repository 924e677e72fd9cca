import assert from 'node:assert/strict';
import type { MomentRecord } from '@vault/contracts';
import type { Api } from '../../testing/api/api.ts';
import { sendWithRetry } from '../../testing/api/send-with-retry.ts';
import { until } from '../../testing/shared/until.ts';
import type { TestVideo, FaultTestEnvironment } from './fault-test-environment.ts';
import { follows } from './move-points.ts';
import { ignoreFailure, type Points } from './point.ts';

const path = '/api/moments';
const span = { kind: 'span', start: 1, end: 3 };
const removalTimeoutMs = 360_000;

export const portalPoints: Points = {
  app: 'portal',
  points: [
    { when: 'while a link to a moment is made', run: killDuringShare },
    { when: 'while a video is deleted', run: killDuringDeletion },
    follows('portal'),
  ],
};

async function killDuringShare(environment: FaultTestEnvironment): Promise<void> {
  const testVideo = await environment.sharedVideo();
  const brokenCall = ignoreFailure(testVideo.api.send('POST', path, { body: bodyOf(testVideo) }));
  await environment.killAndRestart('portal', 100);
  await brokenCall;
  const id = await share(testVideo);
  assert.equal(await share(testVideo), id);
  assert.deepEqual(await linksOf(testVideo.api), [id]);
}

async function killDuringDeletion(environment: FaultTestEnvironment): Promise<void> {
  const testVideo = await environment.readyVideo();
  const id = await share(testVideo);
  const portal = environment.product.process('portal');
  portal.pause();
  try {
    await sendWithRetry(testVideo.api, 'DELETE', `/api/muxvideos/${testVideo.id}`, { alsoAccepted: [404] });
  } finally {
    portal.resume();
  }
  await environment.killAndRestart('portal', 100);
  const isGone = async () => !(await linksOf(testVideo.api)).includes(id);
  await until('the link to be gone', isGone, removalTimeoutMs);
}

const bodyOf = ({ id }: TestVideo) => ({ passthrough: id, ...span });

/** Makes the link of the span until the product answers. @returns its id */
async function share(testVideo: TestVideo): Promise<string> {
  const { json } = await sendWithRetry(testVideo.api, 'POST', path, { body: bodyOf(testVideo) });
  return (json!.data as MomentRecord).id;
}

/** All links of a user, who has one video. */
async function linksOf(api: Api): Promise<string[]> {
  const { json } = await sendWithRetry(api, 'GET', path);
  return (json!.data as MomentRecord[]).map((moment) => moment.id);
}
