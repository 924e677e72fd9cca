import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = import.meta.dirname;

interface Package {
  readonly nx: { readonly targets: Readonly<Record<string, { command?: string; dependsOn?: string[] }>> };
}

const { targets } = (JSON.parse(readFileSync(join(folder, '../package.json'), 'utf8')) as Package).nx;
const groups = Object.entries(targets).filter(([name]) => name.includes('--'));

describe('the groups of end-to-end files', () => {
  it.each(globSync(['*.e2e.ts', 'faults/*.faults.ts'], { cwd: folder }))('one of them runs %s', (file) => {
    const running = groups.filter(([, { command }]) => command?.includes(`apps/e2e/src/${file}`));
    expect(running.map(([name]) => name)).not.toEqual([]);
  });

  it.each(groups.map(([name]) => name))('%s is part of what its first word names', (name) => {
    const [whole] = name.split('--');
    expect(targets[whole!]?.dependsOn).toContain(name);
  });
});
