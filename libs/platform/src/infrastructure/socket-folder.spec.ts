import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeSocketFolder } from './socket-folder.ts';

describe(makeSocketFolder, () => {
  let parent: string;
  beforeEach(() => {
    parent = mkdtempSync(join(tmpdir(), 'sockets-'));
  });
  afterEach(() => rmSync(parent, { recursive: true, force: true }));

  it('is for this user only', () => expect(statSync(makeSocketFolder(parent)).mode & 0o077).toBe(0));

  it('removes folders of killed processes, and nothing else', () => {
    const { pid } = spawnSync(process.execPath, ['--version']);
    const [left, own, foreign] = [
      `vault-rpc-${String(pid)}-abc`,
      `vault-rpc-${String(process.pid)}-abc`,
      'vault-rpc-notes',
    ];
    for (const name of [left, own, foreign]) mkdirSync(join(parent, name));
    makeSocketFolder(parent);
    const names = readdirSync(parent);
    expect(names).not.toContain(left);
    expect(names).toEqual(expect.arrayContaining([own, foreign]));
  });
});
