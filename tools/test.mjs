#!/usr/bin/env node
// `npm test`: installs and builds as `npm start` does, then runs every check. Ends with one line of totals.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildProduct, checkNode, giveUp, installPackages, node24, root } from './prepare.mjs';
import { requirePrograms } from './system-programs.mjs';

const flags = ['--disable-warning=ExperimentalWarning'];
const results = mkdtempSync(join(tmpdir(), 'vault-results-'));

/** Runs one step with its own output. @returns whether it succeeded */
function step(name, command, args, env = {}) {
  const started = performance.now();
  console.log(`\n── ${name}`);
  const { status } = spawnSync(command, args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      ...process.env,
      NX_DAEMON: 'false',
      PATH: `${join(root, 'node_modules', '.bin')}:${process.env.PATH}`,
      ...env,
    },
  });
  console.log(
    `── ${name}: ${status === 0 ? 'ok' : 'FAILED'} after ${Math.round((performance.now() - started) / 1000)} s`,
  );
  return status === 0;
}

function nx(target) {
  return step(target, 'nx', ['run', `webinar-vault:${target}`, '--output-style=stream']);
}

function jest() {
  const report = join(results, 'jest.json');
  const args = [...flags, '--experimental-vm-modules', 'node_modules/jest/bin/jest.js', '--maxWorkers=2'];
  const isOk = step('unit, property, contract and integration tests', node24(), [
    ...args,
    '--json',
    `--outputFile=${report}`,
    '--silent',
  ]);
  const {
    numPassedTests: passed,
    numFailedTests: failed,
    numPendingTests,
    numTodoTests,
  } = JSON.parse(readFileSync(report, 'utf8'));
  return { isOk, passed, failed, skipped: numPendingTests + numTodoTests };
}

function endToEnd() {
  const report = join(results, 'e2e.tap');
  const reporters = ['spec', 'tap'].map((name) => `--test-reporter=${name}`);
  const targets = ['stdout', report].map((path) => `--test-reporter-destination=${path}`);
  const args = [
    ...flags,
    '--test',
    '--test-concurrency=1',
    ...reporters.flatMap((reporter, i) => [reporter, targets[i]]),
  ];
  const isOk = step('the product, over HTTP and in a browser', node24(), [
    ...args,
    'apps/e2e/src/**/*.e2e.ts',
  ]);
  const tap = readFileSync(report, 'utf8');
  const count = (name) => Number(new RegExp(`^# ${name} (\\d+)`, 'm').exec(tap)?.[1] ?? 0);
  return {
    isOk,
    passed: count('pass'),
    failed: count('fail') + count('cancelled'),
    skipped: count('skipped') + count('todo'),
  };
}

checkNode();
requirePrograms(['ffmpeg', 'chromium', 'voices']);
installPackages();
buildProduct();

const checks = ['format', 'typecheck', 'lint'].map(nx);
const suites = [jest(), endToEnd()];
rmSync(results, { recursive: true, force: true });

const total = (key) => suites.reduce((sum, suite) => sum + suite[key], 0);
console.log(`\n${total('passed')} passed, ${total('failed')} failed, ${total('skipped')} skipped`);
if (total('skipped') > 0) giveUp('A skipped test hides a gap: none may be skipped.');
if (!checks.every(Boolean) || !suites.every(({ isOk }) => isOk)) process.exit(1);
