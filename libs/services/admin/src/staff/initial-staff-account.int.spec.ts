import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { createLogger } from '@vault/base';
import { firstOwner, startAdmin } from '../testing/admin-under-test.ts';
import { InitialStaffAccount } from './initial-staff-account.ts';

// Long, so that only a hang fails a test on a busy machine.
jest.setTimeout(120_000);

describe('the first member of staff', () => {
  it('is created from the configuration once, as an owner', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'vault-first-'));
    const first = await startAdmin({ dataDir });
    expect(await first.running.get(InitialStaffAccount).created).toBe(true);
    const caller = await first.signIn();
    expect((await first.client.listStaff({ caller })).staff).toMatchObject([
      { email: firstOwner.email, role: 'owner', isActive: true },
    ]);
    await first.stop();
    const other = { ADMIN_EMAIL: 'other@example.com', ADMIN_PASSWORD: 'another password' };
    const second = await startAdmin({ dataDir, env: other });
    expect(await second.running.get(InitialStaffAccount).created).toBe(false);
    const signingIn = second.signIn({ email: other.ADMIN_EMAIL, password: other.ADMIN_PASSWORD });
    await expect(signingIn).rejects.toMatchObject({ code: 'unauthenticated' });
    await second.signIn();
    await second.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it.each([
    ['without a configured account', {}],
    ['with a commonly guessed password', { ADMIN_EMAIL: firstOwner.email, ADMIN_PASSWORD: 'password' }],
  ])('is not created %s, and the log says so in one line', async (_what, env) => {
    const lines: string[] = [];
    const logger = createLogger({
      level: 'warn',
      destination: { write: (line: string) => void lines.push(line) },
    });
    const admin = await startAdmin({ env, logger });
    expect(await admin.running.get(InitialStaffAccount).created).toBe(false);
    expect(lines.filter((line) => line.includes('nobody can sign in as staff'))).toHaveLength(1);
    const signingIn = admin.signIn({ ...firstOwner, password: 'password' });
    await expect(signingIn).rejects.toMatchObject({ code: 'unauthenticated' });
    await admin.stop();
  });
});
