import assert from 'node:assert/strict';
import { insist } from '../../testing/insist.ts';
import { sendFile } from '../../testing/send-file.ts';
import type { Row } from '../../testing/stored-data.ts';
import { readingVideo } from './reading-video.ts';
import type { Ground } from './ground.ts';
import { letGo, type Points } from './point.ts';

const atWebhook = (type: RegExp) => (ground: Ground) => strikeWebhook(ground, type);

export const uploadPoints: Points = {
  app: 'upload',
  points: [
    { when: 'while a session is made', strike: strikeSession },
    { when: 'as the asset is made', strike: atWebhook(/"video\.upload\.asset_created"/) },
    { when: 'as the video is ready', strike: atWebhook(/"video\.asset\.ready"/) },
    { when: 'as the captions are ready', strike: atWebhook(/"video\.asset\.track\.ready"/) },
    { when: 'between what it has stored and its telling', strike: strikeOutbox },
    { when: 'while it hears of chapters', strike: strikeNews },
    { when: 'while a title is saved', strike: strikeSave },
    { when: 'while a video is deleted', strike: strikeDelete },
  ],
};

async function strikeSession(ground: Ground): Promise<void> {
  const api = await ground.person();
  const making = ground.host.catch(/^POST [^ ]*\/uploads /);
  const lost = letGo(api.openUpload());
  (await making).release();
  await ground.strike('upload', 40);
  await lost;
  const { id, url } = await ground.open(api);
  await sendFile(api, url, ground.media);
  await ground.save(api, id, 'At last');
  ground.expectReady({ api, id });
}

async function strikeWebhook(ground: Ground, type: RegExp): Promise<void> {
  const arriving = ground.webhooks.catch(type);
  const begun = await ground.sendNew();
  (await arriving).release();
  await ground.strike('upload', 30);
  ground.expectReady(begun);
}

/** Kafka takes nothing meanwhile, so that what is to be told is stored and cannot be told yet. */
async function strikeOutbox(ground: Ground): Promise<void> {
  const sending = ground.sendNew();
  const isIt = async (webhook: string) => {
    const { assetId } = await ground.video(await sending);
    return assetId !== '' && webhook.includes(assetId);
  };
  const arriving = ground.webhooks.catch(/"video\.asset\.track\.ready"/, { isIt });
  const [begun, { release }] = await Promise.all([sending, arriving]);
  await ground.servers.kafka.pause();
  try {
    release();
    await ground.untilUpload(begun, (video) => video.captionsState === 'ready' && holdsMail(video));
    await ground.product.process('upload').kill();
  } finally {
    await ground.servers.kafka.resume();
  }
  await ground.product.start();
  ground.expectReady(begun);
}

async function strikeNews(ground: Ground): Promise<void> {
  const begun = await readingVideo(ground);
  const upload = ground.product.process('upload');
  upload.pause();
  begun.readOn();
  await ground.untilChapters(begun, (set) => !isAtWork(set) && !holdsMail(set));
  upload.resume();
  await ground.strike('upload', 150);
  ground.expectReady(begun);
}

async function strikeSave(ground: Ground): Promise<void> {
  const begun = await ground.sendNew();
  const body = { passthrough: begun.id, title: 'Saved again' };
  const lost = letGo(begun.api.send('PATCH', '/api/muxupload/save', { body }));
  await ground.strike('upload', 60);
  await lost;
  await ground.save(begun.api, begun.id, body.title);
  assert.equal((await ground.video(begun)).title, body.title);
  ground.expectReady(begun);
}

async function strikeDelete(ground: Ground): Promise<void> {
  const { api, id } = await ground.readyVideo();
  const lost = letGo(api.send('DELETE', `/api/muxvideos/${id}`));
  await ground.strike('upload', 60);
  await lost;
  await insist(api, 'DELETE', `/api/muxvideos/${id}`, { alsoFine: [404] });
  assert.deepEqual((await insist(api, 'GET', '/api/muxvideos')).json?.data, []);
}

export function holdsMail({ outbox }: Row): boolean {
  return Array.isArray(outbox) && outbox.length > 0;
}

/** True while chapters are being written for the video. */
export function isAtWork(set: Row): boolean {
  return 'chapters' in ((set.jobs ?? {}) as Row);
}
