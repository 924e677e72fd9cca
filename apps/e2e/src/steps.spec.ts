import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = import.meta.dirname;
const steps = JSON.parse(readFileSync(join(folder, '../steps.json'), 'utf8')) as Record<
  'all-in-one' | 'microservices',
  Record<string, string[]>
>;
const allSteps = [...Object.entries(steps['all-in-one']), ...Object.entries(steps.microservices)];

describe('the steps of the end-to-end tests', () => {
  it.each(globSync(['*.e2e.ts', 'faults/*.faults.ts'], { cwd: folder }))('a step runs %s', (file) =>
    expect(allSteps.filter(([, files]) => files.includes(file))).not.toEqual([]),
  );

  it.each(allSteps.map(([name]) => name))('%s has a valid name', (name) => {
    expect(name).toMatch(/^test(-servers|-full|-full-bucket)?--[a-z-]+$/);
  });

  it('have unique names', () => {
    const names = allSteps.map(([name]) => name);
    expect(new Set(names).size).toBe(names.length);
  });
});
