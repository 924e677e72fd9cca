import { jest } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '@vault/platform';
import { firstOwner, startAdmin } from '../testing/admin-under-test.ts';
import { FirstStaff } from './first-staff.ts';

// Only a hang ends a test: the machine may be busy.
jest.setTimeout(120_000);

describe('the first member of staff', () => {
  it('is made from the configuration once, and is an owner', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'vault-first-'));
    const first = await startAdmin({ dataDir });
    expect(await first.running.get(FirstStaff).wasMade).toBe(true);
    const caller = await first.signIn();
    expect((await first.client.listStaff({ caller })).staff).toMatchObject([
      { email: firstOwner.email, role: 'owner', isActive: true },
    ]);
    await first.stop();
    const other = { ADMIN_EMAIL: 'other@example.com', ADMIN_PASSWORD: 'another password' };
    const second = await startAdmin({ dataDir, env: other });
    expect(await second.running.get(FirstStaff).wasMade).toBe(false);
    const signingIn = second.signIn({ email: other.ADMIN_EMAIL, password: other.ADMIN_PASSWORD });
    await expect(signingIn).rejects.toMatchObject({ code: 'unauthenticated' });
    await second.signIn();
    await second.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it.each([
    ['without one', {}],
    ['with a password that is guessed first', { ADMIN_EMAIL: firstOwner.email, ADMIN_PASSWORD: 'password' }],
  ])('is missing %s, and the log says so in a line', async (_what, env) => {
    const lines: string[] = [];
    const logger = createLogger({
      level: 'warn',
      destination: { write: (line: string) => void lines.push(line) },
    });
    const admin = await startAdmin({ env, logger });
    expect(await admin.running.get(FirstStaff).wasMade).toBe(false);
    expect(lines.filter((line) => line.includes('nobody can sign in as staff'))).toHaveLength(1);
    const signingIn = admin.signIn({ ...firstOwner, password: 'password' });
    await expect(signingIn).rejects.toMatchObject({ code: 'unauthenticated' });
    await admin.stop();
  });
});
