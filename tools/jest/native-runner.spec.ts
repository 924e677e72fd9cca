import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = import.meta.dirname;
const jest = resolve(here, '../../node_modules/jest/bin/jest.js');
const runner = fileURLToPath(new URL('native-runner.mjs', import.meta.url));

interface Report {
  readonly success: boolean;
  readonly numPassedTests: number;
  readonly numPendingTests: number;
  readonly testResults: readonly {
    readonly message: string;
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
}

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'native-runner-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

/** Runs a spec file with this text. @returns Jest's report */
function reportOf(text: string): { report: Report; failed: string[]; message: string } {
  writeFileSync(join(folder, 'some.spec.ts'), text);
  const config = { rootDir: folder, runner, transform: {}, testRegex: 'spec' };
  const output = join(folder, 'report.json');
  const args = [jest, '--config', JSON.stringify(config), '--maxWorkers=1', '--silent', '--json'];
  spawnSync(process.execPath, [...args, `--outputFile=${output}`, '--testTimeout=200'], { cwd: folder });
  const report = JSON.parse(readFileSync(output, 'utf8')) as Report;
  const results = report.testResults.flatMap(({ assertionResults }) => assertionResults);
  const failed = results.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName);
  return { report, failed, message: report.testResults.map((each) => each.message).join('\n') };
}

describe('the runner of specs', () => {
  it('reports which tests passed and which failed, with full names and causes', () => {
    const { report, failed, message } = reportOf(`
      enum Kind { Good }
      describe('suite', () => {
        it('good', () => { expect(Kind.Good).toBe(0); });
        it('bad', () => { expect(1).toBe(2); });
        it.skip('left out', () => {});
      });`);
    expect([report.success, report.numPassedTests, report.numPendingTests]).toEqual([false, 1, 1]);
    expect(failed).toEqual(['suite bad']);
    expect(message).toContain('Expected: 2');
  });

  it('ends a test that hangs', () => {
    const { failed, message } = reportOf(`it('hangs', () => new Promise(() => undefined));`);
    expect(failed).toEqual(['hangs']);
    expect(message).toContain('Exceeded timeout of 200 ms');
  });

  it.each([
    ['an assertion that never came', `it('bad', () => { expect.assertions(1); });`],
    ['a hook that fails', `beforeAll(() => { throw new Error('no'); }); it('bad', () => {});`],
  ])('fails for %s', (_what, text) => {
    expect(reportOf(text).failed).toEqual(['bad']);
  });

  it.each([
    ['an error of a timer', `it('ends before', () => { setTimeout(() => { throw new Error('late'); }); });`],
    [
      'a promise that nobody waits for',
      `it('ends before', () => { void Promise.reject(new Error('late')); });`,
    ],
    ['a file that cannot be loaded', `throw new Error('late');`],
  ])('fails for %s', (_what, text) => {
    const { report, message } = reportOf(text);
    expect(report.success).toBe(false);
    expect(message).toContain('late');
  });

  it('does not fail for a rejection that is handled later', () => {
    const text = `it('good', async () => {
      const failing = Promise.reject(new Error('expected'));
      await new Promise((resolve) => setTimeout(resolve, 20));
      await expect(failing).rejects.toThrow('expected');
    });`;
    expect(reportOf(text).report.success).toBe(true);
  });
});
