import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { readJestReport, readTapReport } from './test-reports.mjs';

const none = { passed: 0, failed: 0, skipped: 0, failures: [] };
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'reports-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

describe('readTapReport', () => {
  it('counts what Node’s runner counts, and names the tests that failed themselves', () => {
    const file = join(folder, 'some.test.mjs');
    writeFileSync(
      file,
      `import { before, describe, it } from 'node:test';
       const fail = () => { throw new Error("a\\n...\\n  failureType: 'none'\\nb"); };
       describe('suite', () => { it('good', () => {}); it("bad 'one' #1", fail); it.skip('left out', fail); });
       describe('never begun', () => { before(fail); it('waits', () => {}); });`,
    );
    const env = { ...process.env, NODE_OPTIONS: '', NODE_TEST_CONTEXT: undefined };
    const { stdout } = spawnSync(process.execPath, ['--test', '--test-reporter=tap', file], {
      encoding: 'utf8',
      env,
    });
    const report = join(folder, 'tap');
    writeFileSync(report, stdout);
    expect(readTapReport(report)).toEqual({
      passed: 1,
      failed: 2,
      skipped: 1,
      failures: ["bad 'one' #1", 'never begun'],
    });
  });

  it('has nothing to tell when there is none', () => {
    expect(readTapReport(join(folder, 'missing'))).toEqual(none);
  });
});

describe('readJestReport', () => {
  it('names failed tests and files that could not be loaded', () => {
    const report = join(folder, 'jest');
    const assertionResults = [
      { status: 'failed', fullName: 'a sum is wrong' },
      { status: 'passed', fullName: 'a sum is right' },
    ];
    const testResults = [
      { name: 'sum.spec.ts', status: 'failed', assertionResults },
      { name: 'broken.spec.ts', status: 'failed', assertionResults: [] },
    ];
    writeFileSync(
      report,
      JSON.stringify({
        numPassedTests: 1,
        numFailedTests: 1,
        numPendingTests: 2,
        numTodoTests: 1,
        testResults,
      }),
    );
    expect(readJestReport(report)).toEqual({
      passed: 1,
      failed: 1,
      skipped: 3,
      failures: ['a sum is wrong', 'broken.spec.ts'],
    });
  });

  it('has nothing to tell when there is none', () => {
    expect(readJestReport(join(folder, 'missing'))).toEqual(none);
  });
});
