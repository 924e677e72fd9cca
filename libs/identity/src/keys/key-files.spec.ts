import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadKeyFiles } from './key-files.ts';

describe('loadKeyFiles', () => {
  let root: string;
  let folder: string;
  const now = new Date('2026-11-20T12:00:00Z');

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'vault-keys-'));
    folder = join(root, 'keys');
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  it('creates one key that only its user can read, and keeps it', () => {
    const [first] = loadKeyFiles(folder, now);
    const names = readdirSync(folder);
    expect(names).toEqual([`session-${first?.id ?? ''}.pem`]);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(statSync(join(folder, names[0] ?? '')).mode & 0o777).toBe(0o600);
    const again = loadKeyFiles(folder, new Date('2027-01-01T00:00:00Z'));
    expect(again.map(({ id }) => id)).toEqual([first?.id]);
    expect(again[0]?.privateKey.equals(first?.privateKey as never)).toBe(true);
  });

  it('lists an added key after the older one', () => {
    const [older] = loadKeyFiles(folder, now);
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const pem = privateKey.export({ format: 'pem', type: 'pkcs8' });
    writeFileSync(join(folder, 'session-20270101T000000000Z-00000000.pem'), pem, { mode: 0o644 });
    const keys = loadKeyFiles(folder, now);
    expect(keys.map(({ id }) => id)).toEqual([older?.id, '20270101T000000000Z-00000000']);
    const file = join(folder, 'session-20270101T000000000Z-00000000.pem');
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('names an unusable file instead of creating a new key', () => {
    loadKeyFiles(folder, now);
    const file = join(folder, readdirSync(folder)[0] ?? '');
    writeFileSync(file, readFileSync(file, 'utf8').slice(0, 40));
    expect(() => loadKeyFiles(folder, now)).toThrow(file);
    expect(readdirSync(folder)).toHaveLength(1);
  });
});
