import assert from 'node:assert/strict';
import type { FaultTestEnvironment } from './fault-test-environment.ts';
import { ignoreFailure, type Points } from './point.ts';

export const gatewayPoints: Points = {
  app: 'gateway',
  points: [
    { when: 'while a command is in flight', run: killDuringCommand },
    { when: 'while a webhook arrives', run: killDuringWebhook },
  ],
};

async function killDuringCommand(environment: FaultTestEnvironment): Promise<void> {
  const { api, id } = await environment.sendNew();
  const body = { passthrough: id, title: 'Saved twice' };
  const brokenCall = ignoreFailure(api.send('PATCH', '/api/muxupload/save', { body }));
  await environment.killAndRestart('gateway', 60);
  await brokenCall;
  await environment.save(api, id, body.title);
  assert.equal((await environment.video({ api, id })).title, body.title);
  environment.expectReady({ api, id });
}

async function killDuringWebhook(environment: FaultTestEnvironment): Promise<void> {
  const arriving = environment.webhooks.intercept(/"video\.asset\.ready"/);
  const testVideo = await environment.sendNew();
  (await arriving).release();
  await environment.killAndRestart('gateway', 20);
  environment.expectReady(testVideo);
}
