import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { serviceNames, type ServiceName } from '@vault/contracts';
import type { ServiceDefinition } from '@vault/platform';
import { dataVersion } from '@vault/store';
import { upgradeCommand } from './upgrade-command.ts';

const root = join(import.meta.dirname, '../../..');
const guide = readFileSync(join(root, 'docs/upgrading.md'), 'utf8');
const services = serviceNames
  .filter((name) => name !== 'gateway')
  .map((name: ServiceName) => ({ name, models: [] })) as unknown as readonly ServiceDefinition[];

/** All rows of a database, which nobody has open. */
function rowsOf(file: string): Readonly<Record<string, unknown>> {
  const database = new DatabaseSync(file);
  try {
    const tables = database
      .prepare("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
      .all();
    return Object.fromEntries(
      tables.map(({ name }) => [String(name), database.prepare(`SELECT * FROM "${String(name)}"`).all()]),
    );
  } finally {
    database.close();
  }
}

test('the commands of the guide give data of 0.1.0 back after an upgrade, and they can be upgraded again', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'way-back-'));
  try {
    const [before, data] = [join(folder, 'before'), join(folder, 'data')];
    execFileSync('mkdir', [before]);
    execFileSync('tar', ['-xzf', join(root, 'apps/e2e/fixtures/0.1.0.tar.gz'), '-C', before]);
    cpSync(before, data, { recursive: true });
    const databases = globSync('{,store/,media/}*.sqlite', { cwd: before });
    expect(databases.length).toBeGreaterThan(7);
    const upgrade = async () => {
      const lines: string[] = [];
      await upgradeCommand(services).run([data], {}, (line) => lines.push(line));
      return lines.join('\n');
    };

    expect(await upgrade()).toMatch(/upgraded: upload\.videos/);
    expect(rowsOf(join(data, 'store/upload.sqlite'))).not.toEqual(
      rowsOf(join(before, 'store/upload.sqlite')),
    );
    const [, commands = ''] = /\*\*To go back\*\*[^]*?```sh\n([^]*?)```/.exec(guide) ?? [];
    expect(commands).toContain(`before-upgrade-${String(dataVersion)}/`);
    execFileSync('sh', ['-ec', commands], { cwd: folder });

    for (const file of databases)
      expect([file, rowsOf(join(data, file))]).toEqual([file, rowsOf(join(before, file))]);
    expect(readFileSync(join(data, 'secrets.json'))).toEqual(readFileSync(join(before, 'secrets.json')));
    for (const path of globSync('{keys,media/assets}/**/*', { cwd: before }))
      expect([path, existsSync(join(data, path))]).toEqual([path, true]);
    expect(await upgrade()).toMatch(/upgraded: upload\.videos/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
