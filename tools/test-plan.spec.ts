import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import jestConfig from '../jest.config.mjs';
import { inOrder, stepsOfOneProcess, stepsOnServers } from './test-plan.mjs';
import { loads } from './test-steps.mjs';

interface Step {
  readonly name: string;
  readonly args: (report: string) => string[];
  readonly env: Record<string, string>;
  readonly load: number;
}

const root = join(import.meta.dirname, '..');
const servers = { KAFKA_BROKERS: 'a:1', MONGODB_URI: 'mongodb://b' };
const steps = inOrder([...stepsOfOneProcess(), ...stepsOnServers(servers)]) as Step[];
const filesLike = (pattern: string): string[] => globSync(pattern, { cwd: root });
const stepsOf = (file: string): Step[] => steps.filter(({ args }) => args('report').includes(file));

describe('a whole test run', () => {
  it('runs every end-to-end file once in each mode, and those of pages alone in one', () => {
    const files = filesLike('apps/e2e/src/**/*.e2e.ts');
    const modesOf = (file: string) => stepsOf(file).map(({ env }) => env.E2E_MODE);
    const pagesAlone = files.filter((file) => modesOf(file).length === 1);
    expect(pagesAlone.map((file) => basename(file)).toSorted()).toEqual([
      'editor-staged.e2e.ts',
      'export-staged.e2e.ts',
      'first-visit.e2e.ts',
      'library-staged.e2e.ts',
      'public.e2e.ts',
    ]);
    for (const file of pagesAlone) expect(modesOf(file)).toEqual(['all-in-one']);
    const others = files.filter((file) => !pagesAlone.includes(file));
    expect(others.length).toBeGreaterThan(5);
    for (const file of others) expect(modesOf(file).toSorted()).toEqual(['all-in-one', 'microservices']);
  });

  it.each(['editor-staged.e2e.ts', 'export-staged.e2e.ts', 'library-staged.e2e.ts'])(
    'finds no call of the product in %s, which runs once',
    (name) => {
      const text = readFileSync(join(root, 'apps/e2e/src', name), 'utf8');
      expect(text).toContain('StagedApi.before(page)');
      expect(text).not.toMatch(/product\.api\(\)|uploadVideo/);
    },
  );

  it('runs every file of faults once, on the servers of the run', () => {
    const files = filesLike('apps/e2e/src/**/*.faults.ts');
    expect(files.length).toBeGreaterThan(3);
    for (const file of files) expect(stepsOf(file).map(({ env }) => env)).toMatchObject([servers]);
  });

  it('runs every project of Jest', () => {
    const selected = steps
      .map(({ args }) => args('report'))
      .filter((args) => args.includes('--selectProjects'));
    const names = selected.map((args) => args[args.indexOf('--selectProjects') + 1]);
    expect([...new Set(names)].toSorted()).toEqual(
      jestConfig.projects.map(({ displayName }) => displayName).toSorted(),
    );
  });

  it('begins with what needs a quiet machine and what waits most of the time', () => {
    const count = steps.findIndex(({ load }) => load === loads.usual);
    const isSpecial = ({ load }: Step): boolean => load === loads.quiet || load === loads.waiting;
    expect(steps.slice(0, count).every(isSpecial)).toBe(true);
    expect(steps.slice(count).some(isSpecial)).toBe(false);
    expect(steps[0]).toMatchObject({ load: loads.waiting });
  });

  it('names no file that is not there', () => {
    const names = steps.map(({ name }) => name.split(' ')[0]);
    const special = ['hung-peer.faults.ts', 'servers-away.faults.ts', 'kill.faults.ts', 'crash.e2e.ts'];
    for (const name of special) expect(names).toContain(basename(name));
  });
});
