import assert from 'node:assert/strict';
import { askOffset, offsetOf, putRange, sendFile } from '../../testing/send-file.ts';
import { until } from '../../testing/until.ts';
import { insistOnClip, untilOneClip, wantedOf } from './cutting.ts';
import type { Ground } from './ground.ts';
import { letGo, type Points } from './point.ts';

export const enginePoints: Points = {
  app: 'video-engine',
  points: [
    { when: 'while a chunk arrives', strike: strikeChunk },
    { when: 'while it takes the video in', strike: strikeIngest },
    { when: 'while it makes captions', strike: strikeCaptions },
    { when: 'while webhooks wait', strike: strikeWebhooks },
    { when: 'while it makes a clip', strike: strikeClip },
  ],
};

async function strikeChunk(ground: Ground): Promise<void> {
  const api = await ground.person();
  const { media } = ground;
  const session = await ground.open(api);
  const half = Math.floor(media.bytes.length / 2);
  const held = offsetOf(await putRange(api, session.url, media, 0, half));
  const lost = letGo(putRange(api, session.url, media, held, media.bytes.length));
  await ground.strike('video-engine', 20);
  await lost;
  const now = await askOffset(api, session.url);
  assert.ok(now === 'done' || now >= held, `${String(now)} held, ${String(held)} acknowledged`);
  if (now !== 'done') {
    await putRange(api, session.url, media, now, media.bytes.length);
    assert.equal(await askOffset(api, session.url), 'done');
  }
  await ground.save(api, session.id, 'In two parts');
  ground.expectReady({ api, id: session.id });
}

async function strikeIngest(ground: Ground): Promise<void> {
  const api = await ground.person();
  const session = await ground.open(api);
  await sendFile(api, session.url, ground.media);
  await ground.strike('video-engine', 400);
  await ground.save(api, session.id, 'Taken in');
  ground.expectReady({ api, id: session.id });
}

async function strikeCaptions(ground: Ground): Promise<void> {
  const begun = await ground.sendNew();
  await ground.untilState(begun, 'captioning');
  await ground.strike('video-engine', 300);
  ground.expectReady(begun);
}

async function strikeWebhooks(ground: Ground): Promise<void> {
  ground.webhooks.shut();
  try {
    const begun = await ground.sendNew();
    const { media } = ground.product.stored();
    await until('a webhook to wait', () => media.rows('SELECT type FROM events').length > 0);
    await ground.strike('video-engine', 500);
    ground.expectReady(begun);
  } finally {
    ground.webhooks.isShut = false;
  }
}

async function strikeClip(ground: Ground): Promise<void> {
  const wanted = await wantedOf(ground, await ground.sharedVideo(), { start: 3, end: 5 });
  const link = await insistOnClip(wanted);
  await ground.strike('video-engine', 400);
  assert.equal(await untilOneClip(ground, wanted), link);
}
