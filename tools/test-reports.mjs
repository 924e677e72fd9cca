// What the test runners have to report: how many tests passed, and the names of those that did not.
import { readFileSync } from 'node:fs';

/** @typedef {{ passed: number, failed: number, skipped: number, failures: string[] }} Report `failures` are titles */

/** @returns {Report} of Jest's `--json`; nothing passed when it ended before it wrote any */
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

/** A file that could not even be loaded has no tests; it is a failure all the same. */
function failuresOf({ name, status, assertionResults = [] }) {
  const failed = assertionResults.filter((each) => each.status === 'failed').map(({ fullName }) => fullName);
  return status === 'failed' && failed.length === 0 ? [name] : failed;
}

/** @returns {Report} of the reporter `tap` of Node's own runner */
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

/** What failed of itself; where a `before` fails, or a test of a suite, that alone is named. */
function failuresOfTap(tap) {
  const failures = [];
  let test = { indent: '', title: '' };
  for (const line of tap.split('\n')) {
    test = /^(?<indent> *)not ok \d+ - (?<title>.*)$/.exec(line)?.groups ?? test;
    // Words of an error stand further in.
    const [, indent, kind] = /^( *) {2}failureType: '(\w+)'$/.exec(line) ?? [];
    if (indent === test.indent && !['subtestsFailed', 'cancelledByParent'].includes(kind))
      failures.push(test.title.replaceAll(/\\(.)/g, '$1'));
  }
  return failures;
}

/** Empty when the step ended before it wrote any. */
function readReport(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return '';
    throw error;
  }
}
