// The tests themselves, on Node 24 once everything is installed and built: `all` of them, or those of `microservices`.
import { MissingServers, startServers } from './servers.mjs';
import { inOrder, stepsOfOneProcess, stepsOnServers } from './test-plan.mjs';
import { TestSteps } from './test-steps.mjs';

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
    const all = [...(isAll ? stepsOfOneProcess() : []), ...(servers ? stepsOnServers(servers.env) : [])];
    await steps.run(inOrder(all));
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
