import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = import.meta.dirname;
const steps = JSON.parse(readFileSync(join(folder, '../steps.json'), 'utf8')) as Record<
  'all-in-one' | 'microservices',
  Record<string, string[]>
>;
const ofBoth = [...Object.entries(steps['all-in-one']), ...Object.entries(steps.microservices)];

describe('the steps of end-to-end files', () => {
  it.each(globSync(['*.e2e.ts', 'faults/*.faults.ts'], { cwd: folder }))('one of them runs %s', (file) => {
    expect(ofBoth.filter(([, files]) => files.includes(file))).not.toEqual([]);
  });

  it.each(ofBoth.map(([name]) => name))('%s is part of a target', (name) => {
    expect(name).toMatch(/^test(-servers|-full)?--[a-z-]+$/);
  });

  it('names each once', () => {
    const names = ofBoth.map(([name]) => name);
    expect(new Set(names).size).toBe(names.length);
  });
});
