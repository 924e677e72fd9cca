// The test run, on Node 24 after everything is installed and built: Nx runs the targets, the servers start when the
// first target asks for them, and a table with the time of each step is kept in `test-results`.
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { missingGo } from './charts/custom-schemas.mjs';
import { missingHelm } from './charts/helm-program.mjs';
import { root } from './prepare.mjs';
import { runWith } from './servers/server-process.mjs';
import { missingServers } from './servers/servers.mjs';
import { missingVersitygw } from './servers/versitygw.mjs';
import { offerServers } from './servers/servers-on-demand.mjs';
import { printSummary, readSteps } from './test-summary.mjs';

const targetsOf = {
  usual: ['format', 'typecheck', 'lint', 'test', 'test-helm', 'test-bucket', 'test-servers'],
  full: [
    'format',
    'typecheck',
    'lint',
    'test',
    'test-helm',
    'test-go',
    'test-bucket',
    'test-servers',
    'test-full',
    'test-full-bucket',
  ],
  servers: ['test-servers'],
  helm: ['test', 'test-helm', 'test-go'],
};
/**
 * Two more than there are cores, since many steps mostly wait. Even more would wait for the one Kafka and MongoDB.
 * One more for the full matrix, whose steps use the processors all the time.
 */
const parallelIn = (scope) => Math.min(availableParallelism() + (scope === 'full' ? 1 : 2), 6);

/** Targets whose programs may be missing: why they are, in one line, and what does not run then. */
const optional = {
  'test-servers': { reasonOf: missingServers, loss: 'Without Kafka and MongoDB, their tests do not run' },
  'test-go': {
    reasonOf: missingGo,
    loss: 'Without Go and Maven, custom resources and alerts are not validated',
  },
  'test-bucket': {
    reasonOf: missingVersitygw,
    loss: 'Without Go no server of object storage is built, and media in a bucket are not tested',
  },
  'test-full-bucket': {
    reasonOf: missingVersitygw,
    loss: 'Without Go, media that a bucket sends are not played in a browser',
  },
  'test-helm': {
    reasonOf: missingHelm,
    loss: 'Without Helm the charts are not checked',
  },
};

/** Leaves out targets whose programs are not available, except where nobody would notice that. */
async function targets(scope) {
  let names = targetsOf[scope];
  for (const [name, { reasonOf, loss }] of Object.entries(optional)) {
    const reason = names.includes(name) ? await reasonOf() : undefined;
    if (reason === undefined) continue;
    const mayMiss =
      ['test-go', 'test-bucket', 'test-full-bucket'].includes(name) ||
      (scope === 'usual' && (name === 'test-helm' || process.env.CI !== 'true'));
    if (!mayMiss) throw new Error(reason);
    console.error(`${loss}: ${reason}`);
    names = names.filter((each) => each !== name);
  }
  return names;
}

/** @returns whether every target succeeded */
async function runNx(args, env) {
  const settings = { NX_DAEMON: 'false', NX_ISOLATE_PLUGINS: 'false', NX_TUI: 'false' };
  return (await runWith({ ...settings, ...env }, [join(root, 'node_modules', '.bin', 'nx'), ...args])) === 0;
}

async function main(args) {
  const scope = ['full', 'servers', 'helm'].find((name) => args.includes(`--${name}`)) ?? 'usual';
  const names = await targets(scope);
  const started = performance.now();
  const run = randomUUID();
  rmSync(join(root, 'test-results'), { recursive: true, force: true });
  const servers = await offerServers();
  const ignoresCache = args.includes('--all') || process.env.CI === 'true';
  const caching = ignoresCache ? ['--skip-nx-cache'] : [];
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
