// The tests themselves, on Node 24 once everything is installed and built: `all` of them, or those of `microservices`.
import { MissingServers, startServers } from './servers.mjs';
import { TestSteps } from './test-steps.mjs';

const endToEnd = 'apps/e2e/src/**/*.e2e.ts';
const faults = 'apps/e2e/src/**/*.faults.ts';

/** What needs no servers: the workspace, the code, and the product in one process. */
async function testOneProcess(steps) {
  for (const check of ['format', 'typecheck', 'lint']) await steps.nx(check);
  await steps.jest('unit, property, contract and integration tests', [
    '--selectProjects',
    'node',
    'kit',
    'browser',
  ]);
  await steps.nodeTests('the product in one process, over HTTP and in a browser', endToEnd, {
    E2E_MODE: 'all-in-one',
  });
}

/** A server on a busy machine may take its time; what is promised to be quick says so itself. */
const patience = '--testTimeout=60000';

/** What needs Kafka and MongoDB. */
async function testOnServers(steps, env) {
  await steps.jest('contract tests on Kafka and MongoDB', [patience, '--selectProjects', 'servers'], env);
  await steps.jest(
    'integration tests on Kafka and MongoDB',
    [
      patience,
      '--selectProjects',
      'node',
      '--testPathPatterns',
      'libs/(services|platform)/.*\\.int\\.spec\\.ts$',
    ],
    { ...env, TEST_SERVERS: '1' },
  );
  const microservices = { ...env, E2E_MODE: 'microservices' };
  await steps.nodeTests('the product as microservices, over HTTP and in a browser', endToEnd, microservices);
  await steps.nodeTests(
    'the product as microservices while servers and services fail',
    faults,
    microservices,
  );
}

/** @returns the servers, or undefined where they cannot be had and the run may go on without */
async function findServers(isRequired) {
  try {
    return await startServers();
  } catch (error) {
    if (isRequired || !(error instanceof MissingServers)) throw error;
    console.error(`Without Kafka and MongoDB, their tests do not run: ${error.message}`);
    return undefined;
  }
}

async function main(mode) {
  const isAll = mode === 'all';
  const steps = new TestSteps();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => steps.stop(signal));
  const started = performance.now();
  const servers = await findServers(!isAll || process.env.CI === 'true');
  try {
    if (isAll) await testOneProcess(steps);
    if (servers) await testOnServers(steps, servers.env);
  } finally {
    await servers?.stop();
  }
  console.log(`\nAll steps took ${Math.round((performance.now() - started) / 1000)} s.`);
  return steps.finish();
}

const isOk = await main(process.argv[2]).catch((error) => {
  console.error(error.message);
  return false;
});
process.exitCode = isOk ? 0 : 1;
