// The steps of a test run: each runs one command with its own output and says how it went and how long it took.
import { spawn } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { node24, root } from './prepare.mjs';

const flags = ['--disable-warning=ExperimentalWarning'];

/** Collects what its steps find. After a signal the running step is ended and no other begins. */
export class TestSteps {
  suites = [];
  checks = [];
  #results = mkdtempSync(join(tmpdir(), 'vault-results-'));
  #running;
  #isStopped = false;

  /** A check of the workspace that counts no tests. */
  async nx(target) {
    this.checks.push(
      await this.#step(target, 'nx', ['run', `webinar-vault:${target}`, '--output-style=stream']),
    );
  }

  /** Runs Jest with more arguments. */
  async jest(name, args, env = {}) {
    const report = this.#reportFile();
    const settings = ['--maxWorkers=2', '--silent', '--json', `--outputFile=${report}`];
    const program = ['--experimental-vm-modules', 'node_modules/jest/bin/jest.js'];
    const isOk = await this.#step(name, node24(), [...flags, ...program, ...settings, ...args], env);
    const {
      numPassedTests: passed = 0,
      numFailedTests: failed = 0,
      numPendingTests = 0,
      numTodoTests = 0,
    } = JSON.parse(readReport(report) || '{}');
    this.suites.push({ isOk, passed, failed, skipped: numPendingTests + numTodoTests });
  }

  /** Runs the test files of a pattern, one after the other, with Node's own runner; nothing when there are none. */
  async nodeTests(name, pattern, env = {}) {
    if (globSync(pattern, { cwd: root }).length === 0) return;
    const report = this.#reportFile();
    const reporters = ['spec', 'tap'].map((reporter) => `--test-reporter=${reporter}`);
    const targets = ['stdout', report].map((path) => `--test-reporter-destination=${path}`);
    const settings = [
      '--test',
      '--test-concurrency=1',
      ...reporters.flatMap((each, i) => [each, targets[i]]),
    ];
    const isOk = await this.#step(name, node24(), [...flags, ...settings, pattern], env);
    const tap = readReport(report);
    const count = (key) => Number(new RegExp(`^# ${key} (\\d+)`, 'm').exec(tap)?.[1] ?? 0);
    this.suites.push({
      isOk,
      passed: count('pass'),
      failed: count('fail') + count('cancelled'),
      skipped: count('skipped') + count('todo'),
    });
  }

  /** Ends the running step. */
  stop(signal) {
    this.#isStopped = true;
    this.#running?.kill(signal);
  }

  /** Prints the one line of totals. @returns whether all is well */
  finish() {
    rmSync(this.#results, { recursive: true, force: true });
    const total = (key) => this.suites.reduce((sum, suite) => sum + suite[key], 0);
    console.log(`\n${total('passed')} passed, ${total('failed')} failed, ${total('skipped')} skipped`);
    if (total('skipped') > 0) console.error('A skipped test hides a gap: none may be skipped.');
    const areOk = this.checks.every(Boolean) && this.suites.every(({ isOk }) => isOk);
    return areOk && total('skipped') === 0 && !this.#isStopped;
  }

  #reportFile() {
    return join(this.#results, String(this.suites.length));
  }

  /** @returns whether the command succeeded */
  async #step(name, command, args, env = {}) {
    if (this.#isStopped) return false;
    const started = performance.now();
    console.log(`\n── ${name}`);
    const path = `${join(root, 'node_modules', '.bin')}:${process.env.PATH}`;
    this.#running = spawn(command, args, {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, NX_DAEMON: 'false', PATH: path, ...env },
    });
    const isOk = await new Promise((resolve) => {
      this.#running.once('exit', (status) => resolve(status === 0)).once('error', () => resolve(false));
    });
    const seconds = Math.round((performance.now() - started) / 1000);
    console.log(`── ${name}: ${isOk ? 'ok' : 'FAILED'} after ${seconds} s`);
    return isOk;
  }
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
