// Reads the reports of the test runners: how many tests passed, and the names of those that failed.
import { readFileSync } from 'node:fs';

/** @typedef {{ passed: number, failed: number, skipped: number, failures: string[] }} Report `failures` are titles */

/** @returns {Report} from Jest's `--json`; all counts are 0 when Jest ended before it wrote one */
export function readJestReport(path) {
  const {
    numPassedTests: passed = 0,
    numFailedTests: failed = 0,
    numPendingTests = 0,
    numTodoTests = 0,
    testResults = [],
  } = JSON.parse(readReport(path) || '{}');
  return {
    passed,
    failed,
    skipped: numPendingTests + numTodoTests,
    failures: testResults.flatMap(failuresOf),
  };
}

/** A file that could not be loaded has no tests, so its name is the failure. */
function failuresOf({ name, status, assertionResults = [] }) {
  const failed = assertionResults.filter((each) => each.status === 'failed').map(({ fullName }) => fullName);
  return status === 'failed' && failed.length === 0 ? [name] : failed;
}

/** @returns {Report} from the reporter `tap` of Node's own runner */
export function readTapReport(path) {
  const tap = readReport(path);
  const count = (key) => Number(new RegExp(`^# ${key} (\\d+)`, 'm').exec(tap)?.[1] ?? 0);
  return {
    passed: count('pass'),
    failed: count('fail') + count('cancelled'),
    skipped: count('skipped') + count('todo'),
    failures: failuresOfTap(tap),
  };
}

/** Titles of the tests and hooks that failed themselves: not their parents, and not tests that were cancelled. */
function failuresOfTap(tap) {
  const failures = [];
  let test = { indent: '', title: '' };
  for (const line of tap.split('\n')) {
    test = /^(?<indent> *)not ok \d+ - (?<title>.*)$/.exec(line)?.groups ?? test;
    // Lines of an error message have a larger indent.
    const [, indent, kind] = /^( *) {2}failureType: '(\w+)'$/.exec(line) ?? [];
    if (indent === test.indent && !['subtestsFailed', 'cancelledByParent'].includes(kind))
      failures.push(test.title.replaceAll(/\\(.)/g, '$1'));
  }
  return failures;
}

/** Empty when the step ended before it wrote a report. */
function readReport(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return '';
    throw error;
  }
}
