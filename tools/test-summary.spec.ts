import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { printSummary, readSteps } from './test-summary.mjs';

const step = {
  isOk: true,
  seconds: 2,
  cpuSeconds: 1,
  passed: 3,
  failed: 0,
  skipped: 0,
  failures: [],
  run: 'now',
};

let folder: string;
let lines: string[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'summary-'));
  lines = [];
  for (const name of ['log', 'error'] as const)
    jest.spyOn(console, name).mockImplementation((line: string) => void lines.push(line));
});
afterEach(() => {
  jest.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

function summaryOf(...steps: readonly object[]): { isOk: boolean; text: string } {
  for (const [index, each] of steps.entries()) {
    mkdirSync(join(folder, 'deeper'), { recursive: true });
    writeFileSync(join(folder, 'deeper', `${String(index)}.json`), JSON.stringify(each));
  }
  const isOk = printSummary(readSteps(folder), { run: 'now', seconds: 10, folder });
  return { isOk, text: lines.join('\n') };
}

describe('the summary of a test run', () => {
  it('adds up new and kept results, and names the five most expensive steps that ran', () => {
    const ran = [5, 60, 3, 8, 2, 1].map((cpuSeconds) => ({
      ...step,
      name: `a:${String(cpuSeconds)}`,
      cpuSeconds,
    }));
    const { isOk, text } = summaryOf(...ran, { ...step, name: 'kept', cpuSeconds: 99, run: 'before' });
    expect(isOk).toBe(true);
    expect(text).toContain('6 steps ran and 1 were unchanged, in 10 s');
    expect(text).toContain('21 passed, 0 failed, 0 skipped');
    expect([...text.matchAll(/a:(\d+)/g)].map(([, cpu]) => cpu)).toEqual(['60', '8', '5', '3', '2']);
    const table = readFileSync(join(folder, 'last-run.txt'), 'utf8').split('\n');
    expect(table[1]).toMatch(/^ +99\.0 +2\.0 {2}kept \(unchanged\)$/);
  });

  it.each([
    ['a test that failed', { isOk: false, failed: 1, failures: ['it breaks'] }, 'FAILED  a:x: it breaks'],
    ['a step that ended without a report', { isOk: false, passed: 0 }, 'FAILED  a:x'],
    ['a test that was skipped', { skipped: 1 }, 'none may be skipped'],
  ])('is not a success with %s', (_what, change, line) => {
    const { isOk, text } = summaryOf({ ...step, name: 'a:x', ...change });
    expect(isOk).toBe(false);
    expect(text).toContain(line);
  });
});
