import { generateKeyPairSync } from 'node:crypto';
import type { Model } from 'mongoose';
import { MovingClock } from '@vault/base/testing';
import { Seals } from '../keys/seals.ts';
import { createSigningKey } from '../keys/signing-key.ts';
import type { SsoAttempt } from './sso-attempt.schema.ts';
import { SsoAttempts } from './sso-attempts.ts';

const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const key = createSigningKey('k', privateKey.export({ format: 'pem', type: 'pkcs8' }) as string);
const seals = new Seals({ newest: key, find: () => key } as never);
const secrets = { redirectUrl: 'https://vault.example.com/admin/login', nonce: 'n-1', verifier: 'v-1' };

function setUp() {
  const stored = new Map<string, SsoAttempt>();
  const model = {
    create: (attempt: SsoAttempt) => Promise.resolve(stored.set(attempt._id, attempt)),
    findOne: ({ _id, provider }: SsoAttempt) => {
      const found = stored.get(_id);
      const matching = found?.provider === provider ? found : null;
      return { lean: () => ({ exec: () => Promise.resolve(matching) }) };
    },
    deleteOne: ({ _id }: SsoAttempt) => Promise.resolve({ deletedCount: stored.delete(_id) ? 1 : 0 }),
  };
  const clock = new MovingClock();
  return { stored, clock, attempts: new SsoAttempts(model as unknown as Model<SsoAttempt>, seals, clock) };
}

const tookTooLong = 'The sign-in took too long. Start again.';

test('an attempt gives back its secrets once', async () => {
  const { attempts } = setUp();
  const browserKey = await attempts.begin('staff', 'state', secrets);
  expect(await attempts.take('staff', 'state', browserKey)).toEqual(secrets);
  await expect(attempts.take('staff', 'state', browserKey)).rejects.toThrow(tookTooLong);
});

test('an attempt is not ended by another browser, and goes on', async () => {
  const { attempts } = setUp();
  const browserKey = await attempts.begin('staff', 'state', secrets);
  for (const other of ['', await attempts.begin('staff', 'another', secrets)])
    await expect(attempts.take('staff', 'state', other)).rejects.toThrow(
      'It was started in another browser.',
    );
  expect(await attempts.take('staff', 'state', browserKey)).toEqual(secrets);
});

test.each([
  ['another provider', 'team', 'state', 0],
  ['another state', 'staff', 'other', 0],
  ['no time left', 'staff', 'state', 600],
])('an attempt is over for %s', async (_what, provider, state, seconds) => {
  const { attempts, clock } = setUp();
  const browserKey = await attempts.begin('staff', 'state', secrets);
  clock.passSeconds(seconds);
  await expect(attempts.take(provider, state, browserKey)).rejects.toThrow(tookTooLong);
});

test('the store has neither the state, nor the secrets, nor the key of the browser', async () => {
  const { attempts, stored } = setUp();
  const browserKey = await attempts.begin('staff', 'the-state', secrets);
  const text = JSON.stringify([...stored.values()]);
  for (const secret of ['the-state', 'n-1', 'v-1', browserKey]) expect(text).not.toContain(secret);
});
