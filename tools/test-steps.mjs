// The steps of a test run: each runs one command and says how it went and how long it took. Several go on at the same
// moment, so what a step has written is printed whole once it ends.
import { spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { node24, root } from './prepare.mjs';
import { runBeside } from './step-pool.mjs';
import { readJestReport, readTapReport } from './test-reports.mjs';

const flags = ['--disable-warning=ExperimentalWarning'];
/** One Kafka and one MongoDB serve all steps: more cores than these would only wait for them. */
const cores = Math.min(availableParallelism(), 4);

/** What a step asks of the machine, in halves of a core. A little more than there is may be asked for at a time. */
export const loads = { waiting: 1, usual: 2, quiet: 2 * cores };
const capacity = 2 * cores + 1;

/**
 * @typedef {{ name: string, command: string, args: (report: string) => string[], env: Record<string, string>,
 *   load: number, read?: typeof readJestReport }} Step
 */

/** Checks of the workspace that count no tests. @returns {Step} */
export function checks(...targets) {
  const args = ['run-many', '--projects=webinar-vault', `--targets=${targets.join(',')}`];
  return {
    name: targets.join(', '),
    command: 'nx',
    args: () => [...args, '--parallel=1', '--output-style=stream'],
    env: {},
    load: loads.usual,
  };
}

/**
 * Tests by Jest, in one worker of its own, which is made anew before it has taken too much memory. Where the machine is
 * busy they have time: what is promised to be quick says so itself.
 * @returns {Step}
 */
export function jest(name, args, env = {}, load = loads.usual) {
  const program = ['--experimental-vm-modules', 'node_modules/jest/bin/jest.js'];
  const settings = [
    '--maxWorkers=1',
    '--workerIdleMemoryLimit=1GB',
    '--testTimeout=60000',
    '--silent',
    '--json',
  ];
  return {
    name,
    command: node24(),
    args: (report) => [...flags, ...program, ...settings, `--outputFile=${report}`, ...args],
    env,
    load,
    read: readJestReport,
  };
}

/** The tests of a file by Node's own runner. @returns {Step} */
export function nodeTests(name, file, env = {}, load = loads.usual) {
  const reporters = ['--test-reporter=spec', '--test-reporter-destination=stdout', '--test-reporter=tap'];
  return {
    name,
    command: node24(),
    args: (report) => [...flags, '--test', ...reporters, `--test-reporter-destination=${report}`, file],
    env,
    load,
    read: readTapReport,
  };
}

/** Runs steps and collects what they find. After a signal the running ones are ended and no other begins. */
export class TestSteps {
  #results = mkdtempSync(join(tmpdir(), 'vault-results-'));
  #running = new Set();
  #ended = [];
  #isStopped = false;

  /** Runs all, beside one another as far as their loads allow. @param {readonly Step[]} steps */
  async run(steps) {
    const numbered = steps.map((step, index) => ({ ...step, output: join(this.#results, String(index)) }));
    await runBeside(numbered, capacity, (step) => this.#run(step));
  }

  /** Ends the running steps. */
  stop(signal) {
    this.#isStopped = true;
    for (const child of this.#running) child.kill(signal);
  }

  /** Prints what took how long, what failed, and one line of totals. @returns whether all is well */
  finish() {
    rmSync(this.#results, { recursive: true, force: true });
    console.log('\n── all steps');
    for (const { name, isOk, seconds } of this.#ended.toSorted((a, b) => b.seconds - a.seconds))
      console.log(`${isOk ? 'ok    ' : 'FAILED'} ${String(seconds).padStart(5)} s  ${name}`);
    for (const { name, failures } of this.#ended)
      for (const failure of failures) console.log(`FAILED  ${name}: ${failure}`);
    const total = (key) => this.#ended.reduce((sum, step) => sum + step[key], 0);
    console.log(`\n${total('passed')} passed, ${total('failed')} failed, ${total('skipped')} skipped`);
    if (total('skipped') > 0) console.error('A skipped test hides a gap: none may be skipped.');
    return this.#ended.every(({ isOk }) => isOk) && total('skipped') === 0 && !this.#isStopped;
  }

  async #run({ name, command, args, env, output, read }) {
    if (this.#isStopped) return;
    console.log(`── ${name} begins`);
    const started = performance.now();
    const report = `${output}.report`;
    const isOk = await this.#execute(command, args(report), env, output);
    const seconds = Math.round((performance.now() - started) / 1000);
    const counts = read?.(report) ?? { passed: 0, failed: 0, skipped: 0, failures: [] };
    this.#ended.push({ name, isOk, seconds, ...counts });
    const end = `── ${name}: ${isOk ? 'ok' : 'FAILED'} after ${seconds} s`;
    console.log(`\n── ${name}\n${readFileSync(output, 'utf8').trimEnd()}\n${end}\n`);
  }

  /** @returns whether the command succeeded */
  async #execute(command, args, env, output) {
    const path = `${join(root, 'node_modules', '.bin')}:${process.env.PATH}`;
    const file = openSync(output, 'w');
    const child = spawn(command, args, {
      cwd: root,
      stdio: ['ignore', file, file],
      env: { ...process.env, NX_DAEMON: 'false', PATH: path, ...env },
    });
    closeSync(file);
    this.#running.add(child);
    const isOk = await new Promise((resolve) => {
      child.once('exit', (status) => resolve(status === 0)).once('error', () => resolve(false));
    });
    this.#running.delete(child);
    return isOk;
  }
}
