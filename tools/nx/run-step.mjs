// One step of a test run, started by Nx: runs a command, and writes to `test-results` how many tests passed, which
// failed, and how long it took.
//
//   node tools/nx/run-step.mjs command NAME...        a check that counts no tests
//   node tools/nx/run-step.mjs command-servers NAME... the same, with Kafka and MongoDB
//   node tools/nx/run-step.mjs jest FOLDER [1/2]      the specs of a workspace, or one shard of them
//   node tools/nx/run-step.mjs jest-full FOLDER       its specs of a full run only
//   node tools/nx/run-step.mjs jest-helm FOLDER       its specs that render the charts
//   node tools/nx/run-step.mjs jest-go FOLDER         its specs that need programs built by Go
//   node tools/nx/run-step.mjs jest-bucket FOLDER     its specs that need a server of object storage, built by Go
//   node tools/nx/run-step.mjs jest-servers FOLDER    its specs that need Kafka and MongoDB
//   node tools/nx/run-step.mjs jest-on-servers FOLDER its integration specs, on Kafka and MongoDB
//   node tools/nx/run-step.mjs e2e MODE FILE...       end-to-end files, one after the other in one process
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { node24, root } from '../prepare.mjs';
import { findServers } from '../servers/servers-on-demand.mjs';
import { readJestReport, readTapReport } from '../test-reports.mjs';
import { startCpuMeter } from './cpu-meter.mjs';

/** The Kafka client of the tests logs a warning at each wait; the product's own client is patched. */
const nodeFlags = ['--disable-warning=ExperimentalWarning', '--disable-warning=TimeoutNegativeWarning'];
const jestFlags = [...nodeFlags, '--experimental-vm-modules', '--conditions=@vault/source'];
/** Environment variables that choose which specs run, and on which servers. */
const specsOf = {
  'jest-full': { TEST_SPECS: 'full' },
  'jest-helm': { TEST_SPECS: 'helm' },
  'jest-go': { TEST_SPECS: 'go' },
  'jest-bucket': { TEST_SPECS: 'bucket' },
  'jest-servers': { TEST_SPECS: 'servers' },
  'jest-on-servers': { TEST_SPECS: 'integration', TEST_SERVERS: '1' },
};
/** Long, so that only a hang fails a test on a busy machine. */
const testTimeoutMs = 120_000;
/** The first run on a machine builds the programs from their sources in Go. */
const buildTimeoutMs = 1_800_000;
/** How long a program may still run after its report is written; a longer run means that it left something open. */
const endsWithinMs = 60_000;
const [kind, ...args] = process.argv.slice(2);
const { NX_TASK_TARGET_PROJECT: project = 'step', NX_TASK_TARGET_TARGET: target = kind } = process.env;

const isOnServers = /-servers$/.test(kind) || (kind === 'e2e' && args[0] === 'microservices');

const folder = mkdtempSync(join(tmpdir(), 'vault-step-'));
const started = performance.now();
const stopCpuMeter = startCpuMeter();
const servers = isOnServers ? await findServers() : undefined;
const { program, programArgs, env, read } = commandOf(join(folder, 'report'));
const hasEndedWell = await execute({ ...env, ...servers?.env }, join(folder, 'report'));
await servers?.stop();
const counts = read?.(join(folder, 'report')) ?? { passed: 0, failed: 0, skipped: 0, failures: [] };
// The test runner of Node ends well when only a hook of a whole run has failed.
const isOk = hasEndedWell && counts.failures.length === 0;
writeReport(counts);
rmSync(folder, { recursive: true, force: true });
process.exitCode = isOk ? 0 : 1;

function commandOf(report) {
  if (kind.startsWith('command')) return { program: args[0], programArgs: args.slice(1) };
  return kind === 'e2e' ? endToEndTests(report, args) : specs(report, args);
}

function specs(report, [testRoot, shard]) {
  const timeout = `--testTimeout=${['jest-go', 'jest-bucket'].includes(kind) ? buildTimeoutMs : testTimeoutMs}`;
  const settings = ['--maxWorkers=1', timeout, '--silent', '--json', `--outputFile=${report}`];
  if (shard !== undefined) settings.push(`--shard=${shard}`);
  return {
    program: node24(),
    programArgs: [...jestFlags, 'node_modules/jest/bin/jest.js', ...settings],
    env: { TEST_ROOT: testRoot, ...specsOf[kind] },
    read: readJestReport,
  };
}

function endToEndTests(report, [mode, ...files]) {
  const reporters = ['--test-reporter=spec', '--test-reporter-destination=stdout', '--test-reporter=tap'];
  const settings = ['--test-isolation=none', ...reporters, `--test-reporter-destination=${report}`];
  const programArgs = [...nodeFlags, '--test', ...settings, ...files];
  return { program: node24(), programArgs, env: { E2E_MODE: mode }, read: readTapReport };
}

function writeReport(counts) {
  const file = join(root, 'test-results', `${project}.${target}.json`);
  const cost = { seconds: (performance.now() - started) / 1000, cpuSeconds: stopCpuMeter() };
  const step = { name: `${project}:${target}`, run: process.env.TEST_RUN_ID, isOk, ...cost, ...counts };
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(step));
}

/** @returns whether the command succeeded, and ended soon after its report was written */
function execute(env, report) {
  const path = `${join(root, 'node_modules', '.bin')}:${process.env.PATH}`;
  const child = spawn(program, programArgs, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, FORCE_COLOR: '0', PATH: path, ...env },
  });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  const watch = kind.startsWith('jest') ? setInterval(endWhatStays, 1_000) : undefined;
  return new Promise((resolve) => {
    child.once('exit', (status) => resolve(status === 0)).once('error', () => resolve(false));
  }).finally(() => clearInterval(watch));

  function endWhatStays() {
    if (!existsSync(report) || Date.now() - statSync(report).mtimeMs < endsWithinMs) return;
    console.error(`${project}:${target} wrote its report but did not end: something is still open.`);
    child.kill('SIGKILL');
  }
}
