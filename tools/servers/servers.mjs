/**
 * Kafka and MongoDB for tests: those that the environment names, else containers if there is a container engine, else
 * local programs.
 *
 *   node tools/servers/servers.mjs -- command      runs the command with KAFKA_BROKERS and MONGODB_URI set
 */
import { pathToFileURL } from 'node:url';
import { containerHost, startContainers } from './containers.mjs';
import { MissingKafka, startKafka } from './kafka.mjs';
import { MissingMongod, startMongod } from './mongod.mjs';
import { runAsTool } from './server-process.mjs';
import { installPrograms, problemsOf } from '../system-programs.mjs';

/** What is missing to run the servers here, in one line. */
export class MissingServers extends Error {}

/**
 * Starts both servers at the same time.
 * @returns {Promise<{ env: { KAFKA_BROKERS: string, MONGODB_URI: string }, stop: () => Promise<void> }>}
 * @throws {MissingServers} when they are not available here
 */
export async function startServers() {
  const { KAFKA_BROKERS, MONGODB_URI } = process.env;
  if (KAFKA_BROKERS && MONGODB_URI)
    return { env: { KAFKA_BROKERS, MONGODB_URI }, stop: async () => undefined };
  const host = await containerHost();
  if (host === undefined) return startPrograms([]);
  return startContainers(host).catch((error) =>
    startPrograms([`containers: ${error.message.split('\n')[0]}`]),
  );
}

/** @returns why the servers cannot start here, checked without starting them; undefined when they probably can */
export async function missingServers() {
  const { KAFKA_BROKERS, MONGODB_URI } = process.env;
  if ((KAFKA_BROKERS && MONGODB_URI) || (await containerHost()) !== undefined) return undefined;
  installPrograms(['java', 'pip']);
  const problems = problemsOf(['java', 'pip']);
  return problems.length > 0 ? problems.join('; ') : undefined;
}

/** @param {string[]} problems the errors of the other ways, shown only when the programs are missing too */
async function startPrograms(problems) {
  installPrograms(['java', 'pip']);
  const started = await Promise.allSettled([startKafka(), startMongod()]);
  const stop = async () => {
    await Promise.all(started.map(({ value }) => value?.stop()));
  };
  const failures = started.flatMap(({ reason }) => reason ?? []);
  if (failures.length > 0) {
    await stop();
    const fault = failures.find(
      (error) => !(error instanceof MissingKafka || error instanceof MissingMongod),
    );
    if (fault) throw fault;
    throw new MissingServers([...problems, ...failures.map(({ message }) => message)].join('; '));
  }
  const [kafka, mongod] = started.map(({ value }) => value);
  return { env: { KAFKA_BROKERS: kafka.brokers, MONGODB_URI: mongod.uri }, stop };
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href)
  await runAsTool('servers', startServers, ({ env }) => env);
