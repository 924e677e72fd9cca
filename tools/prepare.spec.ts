import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSettings } from './prepare.mjs';

test('variables may be in .env, and the environment wins', () => {
  const folder = mkdtempSync(join(tmpdir(), 'settings-'));
  const before = { ...process.env };
  try {
    process.env['OF_THE_ENVIRONMENT'] = 'kept';
    readSettings(folder);
    writeFileSync(join(folder, '.env'), '# A comment\nOF_THE_ENVIRONMENT=lost\nOF_THE_FILE="a value"\n');
    readSettings(folder);
    const { OF_THE_ENVIRONMENT, OF_THE_FILE } = process.env;
    expect([OF_THE_ENVIRONMENT, OF_THE_FILE]).toEqual(['kept', 'a value']);
  } finally {
    process.env = before;
    rmSync(folder, { recursive: true });
  }
});
