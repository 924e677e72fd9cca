import type { SearchAnswer } from '@vault/contracts';
import { sendWithRetry } from '../../testing/api/send-with-retry.ts';
import { until } from '../../testing/shared/until.ts';
import type { TestVideo, FaultTestEnvironment } from './fault-test-environment.ts';
import { follows } from './move-points.ts';
import { ignoreFailure, type Points } from './point.ts';

/** Occurs in every test video. */
const keyword = 'pricing';
const searchTimeoutMs = 360_000;

export const searchPoints: Points = {
  app: 'search',
  points: [
    { when: 'while a new video is published', run: killOnVideoEvents },
    { when: 'while a video is indexed on request', run: killDuringIndexing },
    { when: 'while a video is deleted', run: killDuringDeletion },
    follows('search'),
  ],
};

async function killOnVideoEvents(environment: FaultTestEnvironment): Promise<void> {
  const search = environment.product.process('search');
  search.pause();
  const testVideo = await environment.newReadyVideo().finally(() => search.resume());
  await environment.killAndRestart('search', 200);
  await untilSearched(testVideo, 1);
}

async function killDuringIndexing(environment: FaultTestEnvironment): Promise<void> {
  const testVideo = await environment.sharedVideo();
  const path = '/api/muxupload/upload-omnisearch';
  const body = { passthrough: testVideo.id };
  const brokenCall = ignoreFailure(testVideo.api.send('POST', path, { body }));
  await environment.killAndRestart('search', 100);
  await brokenCall;
  await sendWithRetry(testVideo.api, 'POST', path, { body });
  await untilSearched(testVideo, 1);
}

async function killDuringDeletion(environment: FaultTestEnvironment): Promise<void> {
  const testVideo = await environment.readyVideo();
  await untilSearched(testVideo, 1);
  const search = environment.product.process('search');
  search.pause();
  try {
    await sendWithRetry(testVideo.api, 'DELETE', `/api/muxvideos/${testVideo.id}`, { alsoAccepted: [404] });
  } finally {
    search.resume();
  }
  await environment.killAndRestart('search', 100);
  await untilSearched(testVideo, 0);
}

/** Waits until a search of the user's library finds this number of videos. */
function untilSearched({ api }: TestVideo, count: number): Promise<unknown> {
  const isFound = async () => {
    const { json } = await sendWithRetry(api, 'GET', `/api/search?keyword=${keyword}`);
    const { results } = json!.data as SearchAnswer;
    return new Set(results.map(({ id }) => id)).size === count;
  };
  return until(`${String(count)} videos to be found`, isFound, searchTimeoutMs);
}
