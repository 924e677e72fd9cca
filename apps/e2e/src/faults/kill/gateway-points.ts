import assert from 'node:assert/strict';
import type { Ground } from './ground.ts';
import { letGo, type Points } from './point.ts';

export const gatewayPoints: Points = {
  app: 'gateway',
  points: [
    { when: 'while a command is in flight', strike: strikeCommand },
    { when: 'while a webhook arrives', strike: strikeWebhook },
  ],
};

async function strikeCommand(ground: Ground): Promise<void> {
  const { api, id } = await ground.sendNew();
  const body = { passthrough: id, title: 'Saved twice' };
  const lost = letGo(api.send('PATCH', '/api/muxupload/save', { body }));
  await ground.strike('gateway', 60);
  await lost;
  await ground.save(api, id, body.title);
  assert.equal((await ground.video({ api, id })).title, body.title);
  ground.expectReady({ api, id });
}

async function strikeWebhook(ground: Ground): Promise<void> {
  const arriving = ground.webhooks.catch(/"video\.asset\.ready"/);
  const begun = await ground.sendNew();
  (await arriving).release();
  await ground.strike('gateway', 20);
  ground.expectReady(begun);
}
