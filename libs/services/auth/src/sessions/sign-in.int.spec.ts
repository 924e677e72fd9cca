import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { jest } from '@jest/globals';
import { AppError } from '@vault/base';
import { accountLimit, addressLimit } from '@vault/identity';
import { newPerson, startAuth, TestClock, type AuthUnderTest } from '../testing/auth-under-test.ts';

// Long, so that only a hang fails a test on a busy machine.
jest.setTimeout(120_000);

const wrong = {
  code: 'unauthenticated',
  message: 'The e-mail address or the password is wrong.',
};
const rateLimited = {
  code: 'too-many-requests',
  message: expect.stringMatching(/^Too many tries\. Please wait/) as unknown,
  retryAfterMs: expect.any(Number) as unknown,
};

let auth: AuthUnderTest;
beforeAll(async () => {
  auth = await startAuth();
});
afterAll(() => auth.stop());

/** Signs in with a wrong password, without an address, so that only the limit of the account applies. */
function fail(email: string, target = auth) {
  return target.client.login(
    { email, password: 'wrong password', clientAddress: '' },
    { deadlineMs: 20_000 },
  );
}

async function failUntilRateLimited(email: string, target = auth) {
  for (let tries = 0; tries < accountLimit.tries; tries += 1)
    await expect(fail(email, target)).rejects.toMatchObject(wrong);
}

describe('guessing a password', () => {
  it('is rate limited after ten failures, for the right password too, and only for that account', async () => {
    const person = newPerson();
    const other = newPerson();
    await auth.client.register(person);
    await auth.client.register(other);
    await failUntilRateLimited(person.email);
    await expect(fail(person.email)).rejects.toMatchObject(rateLimited);
    const elsewhere = { ...person, clientAddress: '198.51.100.1' };
    await expect(auth.client.login(elsewhere)).rejects.toMatchObject(rateLimited);
    await auth.client.login(other);
    auth.clock.passMinutes(15);
    await auth.client.login(elsewhere);
  });

  it('does not lock out the owner: the address of earlier sign-ins has separate tries', async () => {
    const person = { ...newPerson(), clientAddress: '192.0.2.44' };
    await auth.client.register(person);
    const travelling = { ...person, clientAddress: '192.0.2.45' };
    await auth.client.login(travelling);
    await failUntilRateLimited(person.email);
    await auth.client.login(person);
    await auth.client.login(travelling);
    await expect(fail(person.email)).rejects.toMatchObject(rateLimited);
    const mistaken = { ...person, password: 'wrong password' };
    for (let tries = 0; tries < accountLimit.tries; tries += 1)
      await expect(auth.client.login(mistaken)).rejects.toMatchObject(wrong);
    await expect(auth.client.login(person)).rejects.toMatchObject(rateLimited);
    auth.clock.passDays(90);
    await failUntilRateLimited(person.email);
    await expect(auth.client.login(person)).rejects.toMatchObject(rateLimited);
  });

  it('is counted from 0 again after the right password', async () => {
    const person = newPerson();
    await auth.client.register(person);
    for (let round = 0; round < 3; round += 1) {
      for (let tries = 0; tries < accountLimit.tries - 1; tries += 1)
        await expect(fail(person.email)).rejects.toMatchObject(wrong);
      await auth.client.login({ ...person, clientAddress: '' });
    }
  });

  it('allows no extra tries to simultaneous callers', async () => {
    const person = newPerson();
    await auth.client.register(person);
    const attempt = () => fail(person.email).then(() => 'in', codeOf);
    const codes = await Promise.all(Array.from({ length: 2 * accountLimit.tries }, attempt));
    // A busy machine answers some of them with `unavailable`; they may count.
    while (codes.at(-1) !== 'too-many-requests') codes.push(await attempt());
    expect(codes.filter((code) => code === 'unauthenticated').length).toBeLessThanOrEqual(accountLimit.tries);
    expect(codes).not.toContain('in');
  });

  it('is rate limited in the same way for an unknown e-mail address', async () => {
    const { email } = newPerson();
    await failUntilRateLimited(email);
    await expect(fail(email)).rejects.toMatchObject(rateLimited);
  });

  it('is still rate limited after a restart', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'vault-auth-'));
    const clock = new TestClock();
    const { email } = newPerson();
    const before = await startAuth({ dataDir, clock });
    await failUntilRateLimited(email, before);
    await before.stop();
    const after = await startAuth({ dataDir, clock });
    await expect(fail(email, after)).rejects.toMatchObject(rateLimited);
    await after.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('for many accounts is rate limited by address, and right passwords do not count', async () => {
    const person = { ...newPerson(), clientAddress: '2001:db8:7:7::1' };
    await auth.client.register(person);
    for (let tries = 0; tries < 5; tries += 1) await auth.client.login(person);
    for (let tries = 0; tries < addressLimit.tries; tries += 1) {
      const clientAddress = `2001:db8:7:7::${tries.toString(16)}`;
      await expect(
        auth.client.login({ email: newPerson().email, password: 'wrong', clientAddress }),
      ).rejects.toMatchObject(wrong);
    }
    await expect(auth.client.login(person)).rejects.toMatchObject(rateLimited);
    await auth.client.login({ ...person, clientAddress: '2001:db8:7:8::1' });
  });
});

describe('an unknown e-mail', () => {
  it('has the same message and about the same duration as one with an account', async () => {
    const person = newPerson();
    await auth.client.register(person);
    const unknown = newPerson();
    const times: Record<'registered' | 'unknown', number[]> = { registered: [], unknown: [] };
    const measure = async (kind: keyof typeof times, email: string) => {
      const since = performance.now();
      await expect(fail(email)).rejects.toMatchObject(wrong);
      times[kind].push(performance.now() - since);
    };
    for (let round = 0; round < 60; round += 1) {
      auth.clock.passMinutes(15);
      const pair = [() => measure('registered', person.email), () => measure('unknown', unknown.email)];
      for (const call of round % 2 ? pair : pair.toReversed()) await call();
    }
    // Without equal work the ratio would be a third; the bounds leave room for a busy machine.
    const ratio = median(times.unknown) / median(times.registered);
    expect(ratio).toBeGreaterThan(0.5);
    expect(ratio).toBeLessThan(2);
  });
});

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function codeOf(error: unknown): unknown {
  return error instanceof AppError ? error.code : error;
}
