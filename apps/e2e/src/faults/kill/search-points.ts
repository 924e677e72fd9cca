import type { SearchAnswer } from '@vault/contracts';
import { insist } from '../../testing/insist.ts';
import { until } from '../../testing/until.ts';
import type { Begun, Ground } from './ground.ts';
import { letGo, type Points } from './point.ts';

/** Said in every video. */
const keyword = 'pricing';
const foundWithinMs = 360_000;

export const searchPoints: Points = {
  app: 'search',
  points: [
    { when: 'while it hears of a new video', strike: strikeHearing },
    { when: 'while it is told to index a video', strike: strikeIndexing },
    { when: 'while it hears that a video is deleted', strike: strikeForgetting },
  ],
};

async function strikeHearing(ground: Ground): Promise<void> {
  const search = ground.product.process('search');
  search.pause();
  const begun = await ground.newReadyVideo().finally(() => search.resume());
  await ground.strike('search', 200);
  await untilSearched(begun, 1);
}

async function strikeIndexing(ground: Ground): Promise<void> {
  const begun = await ground.sharedVideo();
  const path = '/api/muxupload/upload-omnisearch';
  const body = { passthrough: begun.id };
  const lost = letGo(begun.api.send('POST', path, { body }));
  await ground.strike('search', 100);
  await lost;
  await insist(begun.api, 'POST', path, { body });
  await untilSearched(begun, 1);
}

async function strikeForgetting(ground: Ground): Promise<void> {
  const begun = await ground.readyVideo();
  await untilSearched(begun, 1);
  const search = ground.product.process('search');
  search.pause();
  try {
    await insist(begun.api, 'DELETE', `/api/muxvideos/${begun.id}`, { alsoFine: [404] });
  } finally {
    search.resume();
  }
  await ground.strike('search', 100);
  await untilSearched(begun, 0);
}

/** Waits until a search of somebody's library finds as many of their videos. */
function untilSearched({ api }: Begun, count: number): Promise<unknown> {
  const isSo = async () => {
    const { json } = await insist(api, 'GET', `/api/search?keyword=${keyword}`);
    const { results } = json!.data as SearchAnswer;
    return new Set(results.map(({ id }) => id)).size === count;
  };
  return until(`${String(count)} videos to be found`, isSo, foundWithinMs);
}
