import assert from 'node:assert/strict';
import { insist } from '../../testing/insist.ts';
import { until } from '../../testing/until.ts';
import { askForClip, clipsAtHost, insistOnClip, statusOf, untilOneClip, wantedOf } from './cutting.ts';
import type { Ground } from './ground.ts';
import { letGo, type Points } from './point.ts';

const goneWithinMs = 360_000;

export const clipPoints: Points = {
  app: 'clip',
  points: [
    { when: 'while a clip is asked for', strike: strikeAsking },
    { when: 'after the video host has made it an asset, before that is kept', strike: strikeBeforeKept },
    { when: 'while the clip is being made', strike: strikeMaking },
    { when: 'while it hears that a video is deleted', strike: strikeForgetting },
  ],
};

async function strikeAsking(ground: Ground): Promise<void> {
  const wanted = await wantedOf(ground, await ground.sharedVideo(), { start: 0, end: 2 });
  const lost = letGo(askForClip(wanted));
  await ground.strike('clip', 100);
  await lost;
  await untilOneClip(ground, wanted);
}

/** The answer of the host comes to a process that hangs. */
async function strikeBeforeKept(ground: Ground): Promise<void> {
  const wanted = await wantedOf(ground, await ground.sharedVideo(), { start: 1, end: 3 });
  const asking = ground.clips.catch(/mux:\/\/assets\//);
  const lost = letGo(askForClip(wanted));
  const { release } = await asking;
  ground.product.process('clip').pause();
  release();
  await until('the video host to have it', () => clipsAtHost(ground, wanted).length > 0);
  await ground.strike('clip');
  await lost;
  await untilOneClip(ground, wanted);
}

/** It asks the host how far the clip is, and never hears. */
async function strikeMaking(ground: Ground): Promise<void> {
  const wanted = await wantedOf(ground, await ground.sharedVideo(), { start: 2, end: 4 });
  const isItsLook = (request: string) =>
    Promise.resolve(clipsAtHost(ground, wanted).some((id) => request.includes(id)));
  const looking = ground.clips.catch(/^GET [^ ]*\/assets\//, { isIt: isItsLook });
  const [link] = await Promise.all([insistOnClip(wanted), looking]);
  await ground.strike('clip');
  assert.equal(await untilOneClip(ground, wanted), link);
}

async function strikeForgetting(ground: Ground): Promise<void> {
  const begun = await ground.readyVideo();
  const wanted = await wantedOf(ground, begun, { start: 0, end: 2 });
  const link = await untilOneClip(ground, wanted);
  const clip = ground.product.process('clip');
  clip.pause();
  try {
    await insist(begun.api, 'DELETE', `/api/muxvideos/${begun.id}`, { alsoFine: [404] });
  } finally {
    clip.resume();
  }
  await ground.strike('clip', 100);
  const isGone = async () =>
    (await statusOf(ground, link)) === 404 && clipsAtHost(ground, wanted).length === 0;
  await until('the clip to be gone', isGone, goneWithinMs);
  assert.equal((await askForClip(wanted)).status, 404);
}
