import * as nodeFiles from 'node:fs';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeFileDurably } from './write-file-durably.ts';

describe(writeFileDurably, () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'durable-'));
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  /** The calls that decide what a power cut leaves, in their order, with paths in the folder of the test. */
  function record() {
    const calls: string[] = [];
    const names = new Map<number, string>();
    const nameOf = (path: string) => path.slice(root.length + 1) || '.';
    const files = {
      ...nodeFiles,
      openSync: (path: string, flags: string, mode: number) => {
        const descriptor = nodeFiles.openSync(path, flags, mode);
        names.set(descriptor, nameOf(path));
        return descriptor;
      },
      fsyncSync: (descriptor: number) => {
        nodeFiles.fsyncSync(descriptor);
        calls.push(`sync ${names.get(descriptor) ?? ''}`);
      },
      renameSync: (from: string, to: string) => {
        nodeFiles.renameSync(from, to);
        calls.push(`rename ${nameOf(from)} ${nameOf(to)}`);
      },
    };
    return { files, calls };
  }

  it('has the bytes on the disk before the name, and the names of new folders', () => {
    const { files, calls } = record();
    writeFileDurably(join(root, 'a/b/secrets.json'), '{}', files);
    expect(calls).toEqual([
      'sync a/b/secrets.json.new',
      'rename a/b/secrets.json.new a/b/secrets.json',
      'sync a/b',
      'sync a',
      'sync .',
    ]);
    calls.length = 0;
    writeFileDurably(join(root, 'a/b/secrets.json'), '{"a":1}', files);
    expect(calls).toEqual([
      'sync a/b/secrets.json.new',
      'rename a/b/secrets.json.new a/b/secrets.json',
      'sync a/b',
    ]);
    expect(readFileSync(join(root, 'a/b/secrets.json'), 'utf8')).toBe('{"a":1}');
  });

  it('can be read by its user alone, also after a process died while it wrote', () => {
    writeFileSync(join(root, 'key.pem.new'), 'half', { mode: 0o644 });
    writeFileDurably(join(root, 'key.pem'), Buffer.from('whole'));
    expect(readdirSync(root)).toEqual(['key.pem']);
    expect(readFileSync(join(root, 'key.pem'), 'utf8')).toBe('whole');
    expect(statSync(join(root, 'key.pem')).mode & 0o777).toBe(0o600);
  });
});
