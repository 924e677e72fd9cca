import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { sendWithRetry, tryOnce } from '../../testing/api/send-with-retry.ts';
import type { FaultTestEnvironment } from './fault-test-environment.ts';
import { ignoreFailure, type Points } from './point.ts';

const password = 'analytical engine';

/** Approximate time of a sign-in; most of it is the hashing of the password. */
const signingInMs = 250;

export const authPoints: Points = {
  app: 'auth',
  points: [
    { when: 'during a registration', run: killDuringRegistration },
    { when: 'during a sign-in', run: killDuringSignIn },
    { when: 'while sessions are checked', run: killDuringSessionChecks },
  ],
};

async function killDuringRegistration(environment: FaultTestEnvironment): Promise<void> {
  const api = environment.product.api();
  const email = `ada.${randomUUID()}@example.com`;
  const body = { firstname: 'Ada', lastname: 'Lovelace', email, password, plan: 'free' };
  const brokenCall = ignoreFailure(api.send('POST', '/api/auth/register', { body }));
  await environment.killAndRestart('auth', signingInMs);
  await brokenCall;
  await sendWithRetry(api, 'POST', '/api/auth/register', { body, alsoAccepted: [409] });
  await sendWithRetry(api, 'POST', '/api/auth/login', { body: { email, password } });
  const { users = [] } = await environment.product.stored().documents('auth');
  assert.equal(users.filter((user) => user.email === email).length, 1);
}

async function killDuringSignIn(environment: FaultTestEnvironment): Promise<void> {
  const api = await environment.person();
  const body = { email: api.user!.email, password };
  const brokenCall = ignoreFailure(api.send('POST', '/api/auth/login', { body }));
  await environment.killAndRestart('auth', signingInMs);
  await brokenCall;
  await sendWithRetry(api, 'POST', '/api/auth/login', { body });
  // The earlier session is still valid.
  await sendWithRetry(api, 'GET', '/api/muxvideos');
}

async function killDuringSessionChecks(environment: FaultTestEnvironment): Promise<void> {
  const api = await environment.person();
  let isOver = false;
  const poll = async () => {
    while (!isOver) {
      const answer = await tryOnce(api, 'GET', '/api/muxvideos');
      assert.ok(!answer || answer.status === 200, `a poll was answered ${String(answer?.status)}`);
    }
  };
  const polls = Promise.all([poll(), poll(), poll()]);
  // The gateway caches sessions for a second.
  await environment.killAndRestart('auth', 1_500).finally(() => (isOver = true));
  await polls;
  await sendWithRetry(api, 'GET', '/api/muxvideos');
}
