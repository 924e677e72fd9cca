import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { testEnvironment } from '@vault/platform/testing';
import { adminService } from './admin.definition.ts';
import { firstOwner, startAdmin } from './testing/admin-under-test.ts';
import { runStaffCommand } from './staff-command.ts';

// Long, so that only a hang fails a test on a busy machine.
jest.setTimeout(120_000);

const ada = 'ada@example.com';
let dataDir: string;
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'vault-staff-'));
  // The command needs the data folder of a product that was started once.
  await (await startAdmin({ dataDir, env: {} })).stop();
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

/** @returns the lines that were printed */
async function run(args: string, input = ''): Promise<string[]> {
  const lines: string[] = [];
  const line = { print: (text: string) => void lines.push(text), readInput: () => Promise.resolve(input) };
  await runStaffCommand(args.split(' '), await testEnvironment([adminService], dataDir), line);
  return lines;
}

const passwordIn = (lines: readonly string[]) => /shown once: (\S{20})$/.exec(lines.join('\n'))?.[1] ?? '';

describe('the command for staff', () => {
  it('adds somebody with a password that is shown once, who can then sign in', async () => {
    const added = await run(`add ${ada}`);
    expect(added[0]).toBe(`${ada} may sign in as owner.`);
    const admin = await startAdmin({ dataDir, env: {} });
    const caller = await admin.signIn({ email: ada, password: passwordIn(added) });
    expect((await admin.client.listStaff({ caller })).staff).toMatchObject([{ email: ada, role: 'owner' }]);
    expect(await admin.audit(caller, { action: 'add-staff' })).toMatchObject([
      { state: 'done', actorEmail: 'command line', actorId: '' },
      { state: 'started', subjectName: ada },
    ]);
    await admin.stop();
  });

  it('reads a password from standard input, and does not print it', async () => {
    await run(`add ${firstOwner.email}`);
    const added = await run(`add ${ada} --role support --password-stdin`, 'difference engine\n');
    expect(added).toEqual([`${ada} may sign in as support.`]);
    await expect(run(`reset ${ada} --password-stdin`, 'short\n')).rejects.toThrow(
      'Please choose a password of 8 to 256 characters.',
    );
    const admin = await startAdmin({ dataDir, env: {} });
    await admin.signIn({ email: ada, password: 'difference engine' });
    await admin.stop();
  });

  it('resets a password, which ends the sessions', async () => {
    const before = await startAdmin({ dataDir });
    const caller = await before.signIn();
    await before.stop();
    const reset = await run(`reset ${firstOwner.email}`);
    const after = await startAdmin({ dataDir });
    await expect(after.client.listStaff({ caller })).rejects.toMatchObject({ code: 'unauthenticated' });
    await expect(after.signIn()).rejects.toMatchObject({ code: 'unauthenticated' });
    await after.signIn({ ...firstOwner, password: passwordIn(reset) });
    await after.stop();
  });

  it('lists and removes, but never the last owner', async () => {
    await run(`add ${firstOwner.email}`);
    await run(`add ${ada} --role support`);
    expect(await run('list')).toEqual([
      expect.stringMatching(/^ada@example\.com {2}support {2}since \S+ {2}never signed in$/) as unknown,
      expect.stringMatching(/^owner@example\.com {2}owner/) as unknown,
      '2 members of staff.',
    ]);
    expect(await run(`remove ${ada}`)).toEqual([`${ada} was removed.`]);
    await expect(run(`remove ${ada}`)).rejects.toThrow(`No member of staff has the address ${ada}.`);
    await expect(run(`remove ${firstOwner.email}`)).rejects.toThrow(/last owner/);
    await expect(run(`add ${firstOwner.email}`)).rejects.toThrow(/already has this e-mail address/);
    expect((await run('list')).at(-1)).toBe('1 member of staff.');
  });

  it('requires that the first member is an owner', async () => {
    await expect(run(`add ${ada} --role support`)).rejects.toThrow(/first member of staff/);
  });
});
