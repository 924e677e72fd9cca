// The test run, on Node 24 after everything is installed and built: Nx runs the targets, the servers start when the
// first target asks for them, and a table with the time of each step is kept in `test-results`.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { missingGo } from './custom-schemas.mjs';
import { missingHelm } from './helm-program.mjs';
import { root } from './prepare.mjs';
import { missingServers } from './servers.mjs';
import { offerServers } from './servers-on-demand.mjs';
import { printSummary, readSteps } from './test-summary.mjs';

const targetsOf = {
  usual: ['format', 'typecheck', 'lint', 'test', 'test-helm', 'test-servers'],
  full: ['format', 'typecheck', 'lint', 'test', 'test-helm', 'test-go', 'test-servers', 'test-full'],
  servers: ['test-servers'],
  helm: ['test', 'test-helm', 'test-go'],
};
/**
 * Two more than there are cores, since many steps mostly wait. Even more would wait for the one Kafka and MongoDB.
 * One more for the full matrix, whose steps use the processors all the time.
 */
const parallelIn = (scope) => Math.min(availableParallelism() + (scope === 'full' ? 1 : 2), 6);

/** Leaves out targets whose programs are not available, except where nobody would notice that. */
async function targets(scope) {
  const names = await withoutGo(await withoutServers(scope, targetsOf[scope]));
  const reason = names.includes('test-helm') ? await missingHelm() : undefined;
  if (reason === undefined) return names;
  if (scope !== 'usual') throw new Error(reason);
  console.error(
    `Without Helm the charts are not rendered, and only their last renders are checked: ${reason}`,
  );
  return names.filter((name) => name !== 'test-helm');
}

async function withoutGo(names) {
  const reason = names.includes('test-go') ? await missingGo() : undefined;
  if (reason === undefined) return names;
  console.error(
    `Without Go and Maven, custom resources are not validated, and kube-score and the collector of traces do not run: ${reason}`,
  );
  return names.filter((name) => name !== 'test-go');
}

async function withoutServers(scope, names) {
  const reason = names.includes('test-servers') ? await missingServers() : undefined;
  if (reason === undefined) return names;
  if (scope !== 'usual' || process.env.CI === 'true') throw new Error(reason);
  console.error(`Without Kafka and MongoDB, their tests do not run: ${reason}`);
  return names.filter((name) => name !== 'test-servers');
}

/** @returns whether every target succeeded */
async function runNx(args, env) {
  const child = spawn(join(root, 'node_modules', '.bin', 'nx'), args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, NX_DAEMON: 'false', NX_ISOLATE_PLUGINS: 'false', NX_TUI: 'false', ...env },
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  return new Promise((resolve) => {
    child.once('exit', (status) => resolve(status === 0)).once('error', () => resolve(false));
  });
}

async function main(args) {
  const scope = ['full', 'servers', 'helm'].find((name) => args.includes(`--${name}`)) ?? 'usual';
  const names = await targets(scope);
  const started = performance.now();
  const run = randomUUID();
  rmSync(join(root, 'test-results'), { recursive: true, force: true });
  const servers = await offerServers();
  const caching = args.includes('--all') ? ['--skip-nx-cache'] : [];
  const projects = scope === 'helm' ? ['--projects=helm'] : [];
  const what = [
    'run-many',
    ...projects,
    `--targets=${names.join(',')}`,
    `--parallel=${parallelIn(scope)}`,
    '--nx-bail=false',
  ];
  let isOk;
  try {
    const env = {
      TEST_RUN_ID: run,
      TEST_SERVERS_URL: servers.url,
      ...(scope === 'full' ? { TEST_FULL: '1' } : {}),
    };
    isOk = await runNx([...what, ...caching, '--output-style=static'], env);
  } finally {
    await servers.stop();
  }
  const seconds = (performance.now() - started) / 1000;
  return printSummary(readSteps(), { run, seconds }) && isOk;
}

const isOk = await main(process.argv.slice(2)).catch((error) => {
  console.error(error.message);
  return false;
});
process.exitCode = isOk ? 0 : 1;
