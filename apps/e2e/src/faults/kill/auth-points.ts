import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { insist, tryOnce } from '../../testing/insist.ts';
import type { Ground } from './ground.ts';
import { letGo, type Points } from './point.ts';

const password = 'analytical engine';

/** Hashing a password takes most of this. */
const signingInMs = 250;

export const authPoints: Points = {
  app: 'auth',
  points: [
    { when: 'while somebody registers', strike: strikeRegistering },
    { when: 'while somebody signs in', strike: strikeSigningIn },
    { when: 'while sessions are checked', strike: strikeChecking },
  ],
};

async function strikeRegistering(ground: Ground): Promise<void> {
  const api = ground.product.api();
  const email = `ada.${randomUUID()}@example.com`;
  const body = { firstname: 'Ada', lastname: 'Lovelace', email, password, plan: 'free' };
  const lost = letGo(api.send('POST', '/api/auth/register', { body }));
  await ground.strike('auth', signingInMs);
  await lost;
  await insist(api, 'POST', '/api/auth/register', { body, alsoFine: [409] });
  await insist(api, 'POST', '/api/auth/login', { body: { email, password } });
  const { users = [] } = await ground.product.stored().documents('auth');
  assert.equal(users.filter((user) => user.email === email).length, 1);
}

async function strikeSigningIn(ground: Ground): Promise<void> {
  const api = await ground.person();
  const body = { email: api.user!.email, password };
  const lost = letGo(api.send('POST', '/api/auth/login', { body }));
  await ground.strike('auth', signingInMs);
  await lost;
  await insist(api, 'POST', '/api/auth/login', { body });
  // Who was signed in before still is.
  await insist(api, 'GET', '/api/muxvideos');
}

async function strikeChecking(ground: Ground): Promise<void> {
  const api = await ground.person();
  let isOver = false;
  const poll = async () => {
    while (!isOver) {
      const answer = await tryOnce(api, 'GET', '/api/muxvideos');
      assert.ok(!answer || answer.status === 200, `a poll was answered ${String(answer?.status)}`);
    }
  };
  const polls = Promise.all([poll(), poll(), poll()]);
  // Sessions are known for a second without asking.
  await ground.strike('auth', 1_500).finally(() => (isOver = true));
  await polls;
  await insist(api, 'GET', '/api/muxvideos');
}
