import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { update } from './contracts.mjs';

test('only the files that differ are written, and those without a source are removed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'vault-update-'));
  const [source, target] = [join(folder, 'new'), join(folder, 'old')];
  const put = (path: string, text: string) => {
    mkdirSync(join(path, '..'), { recursive: true });
    writeFileSync(path, text);
  };
  put(join(source, 'same.ts'), 'same');
  put(join(source, 'vault/changed.ts'), 'after');
  put(join(source, 'vault/added.ts'), 'added');
  put(join(target, 'same.ts'), 'same');
  put(join(target, 'vault/changed.ts'), 'before');
  put(join(target, 'removed.ts'), 'removed');
  // Builds compare times: a file that is written again would be compiled again.
  utimesSync(join(target, 'same.ts'), 1, 1);
  update(target, source);
  const names = readdirSync(target, { recursive: true }).toSorted();
  expect(names).toEqual(['same.ts', 'vault', 'vault/added.ts', 'vault/changed.ts']);
  expect(readFileSync(join(target, 'vault/changed.ts'), 'utf8')).toBe('after');
  expect(statSync(join(target, 'same.ts')).mtimeMs).toBe(1000);
  rmSync(folder, { recursive: true });
});
