import { hostname } from 'node:os';
import mongoose from 'mongoose';
import { type Environment, createLogger, retry } from '@vault/base';
import {
  checkTopics,
  ensureTopics,
  KafkaClient,
  type KafkaClientOptions,
  kafkaSecurityOf,
  productTopics,
} from '@vault/messaging/kafka';
import type { ServiceDefinition } from '@vault/platform';
import { type MongoAccess, makeIndexes, mongoAccessOf } from '@vault/store';
import { checkData } from './check-data.ts';
import { makeAccounts } from './make-accounts.ts';
import { upgradeOnServer } from './upgrade-on-server.ts';
import { accountOf, engineAccountOf, loadMigrateConfig, type MigrateConfig } from './migrate.config.ts';

const retryAfterMs = 500;

/**
 * Retries `connect` until it succeeds.
 * @param giveUpAt a time of `performance.now()`
 * @throws an error for the operator, with the last failure as its cause
 */
export async function waitUntilAvailable(
  name: string,
  giveUpAt: number,
  connect: () => Promise<void>,
): Promise<void> {
  const until = () => performance.now() + retryAfterMs > giveUpAt;
  await retry(connect, { until, pauseMs: retryAfterMs }).catch((cause: unknown) => {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`${name} was not available in time: ${reason}`, { cause });
  });
}

const serverWithinMs = 2_000;

/**
 * Creates what the product's processes need on their servers: topics, accounts, indexes, and upgrades older data. It may
 * run repeatedly and concurrently; existing items are kept. Prints a line for each item created or found.
 * @throws {ConfigError} naming every problem
 * @throws with an error message when a server is not available in time or an item cannot be created
 */
export async function migrate(
  services: readonly ServiceDefinition[],
  env: Environment,
  print: (line: string) => void,
): Promise<void> {
  const config = loadMigrateConfig(services, env);
  await checkServers(services, config, () => undefined);
  await makeTopics(config, print);
  await makeStores(services, config, print);
}

/**
 * Says what `migrate` would do, and changes nothing.
 * @throws {ConfigError} naming every problem of the settings
 * @throws naming every topic and database that prevents an upgrade, or when a server is not available in time
 */
export async function checkServers(
  services: readonly ServiceDefinition[],
  config: MigrateConfig,
  print: (line: string) => void,
): Promise<void> {
  const giveUpAt = performance.now() + config.WAIT_SECONDS * 1_000;
  const { options, topics } = kafkaOf(config);
  const client = new KafkaClient(options);
  await waitUntilAvailable('Kafka', giveUpAt, async () => (await client.openAdmin()).close());
  client.close();
  const access = accessOf(config);
  await waitUntilAvailable('MongoDB', giveUpAt, () => assertAcceptsWrites(access));
  const { missing, problems } = await checkTopics(options, topics);
  for (const topic of missing) print(`topic ${topic}: to be made`);
  const names = keepingOf(services).map(({ service }) => service);
  const data = await checkData({ access, services: names, namespace: config.NAMESPACE, print });
  const all = [...problems, ...data];
  if (all.length > 0) throw new Error(['Nothing was changed:', ...all].join('\n'));
}

function kafkaOf(config: MigrateConfig) {
  const logger = createLogger({ level: config.LOG_LEVEL }).child({ service: 'migrate' });
  const options: KafkaClientOptions = {
    brokers: config.KAFKA_BROKERS,
    clientId: `migrate-${hostname()}`,
    security: kafkaSecurityOf(config),
    logger,
  };
  const { KAFKA_REPLICATION_FACTOR: replicationFactor, NAMESPACE: namespace } = config;
  const topics = productTopics({ replicationFactor, ...(namespace === undefined ? {} : { namespace }) });
  return { options, topics };
}

const accessOf = (config: MigrateConfig) =>
  mongoAccessOf(config.MONGO_ADMIN_URL ?? config.MONGO_URL ?? '', config);

/** Services with a store. */
const keepingOf = (services: readonly ServiceDefinition[]) =>
  services.flatMap(({ name, models }) => (models ? [{ service: name, models }] : []));

async function makeTopics(config: MigrateConfig, print: (line: string) => void): Promise<void> {
  const { options, topics } = kafkaOf(config);
  const labels = { created: 'made', nothing: 'found', updated: 'changed' };
  for (const { topic, did, changed } of await ensureTopics(options, topics))
    print(`topic ${topic}: ${labels[did]}${did === 'updated' ? ` (${changed.join(', ')})` : ''}`);
}

async function makeStores(
  services: readonly ServiceDefinition[],
  config: MigrateConfig,
  print: (line: string) => void,
): Promise<void> {
  const { MONGO_ADMIN_URL, NAMESPACE: namespace } = config;
  const access = accessOf(config);
  const keeping = keepingOf(services);
  if (MONGO_ADMIN_URL) {
    const ofServices = keeping.map(({ service }) => accountOf(service, config));
    const accounts = [...ofServices, ...engineAccountOf(config)];
    await makeAccounts({ admin: access, accounts, namespace, print });
  }
  for (const each of keeping) {
    await upgradeOnServer({ ...each, access, namespace, print });
    await makeIndexes({ ...each, access, namespace, print });
  }
}

/** Checks for writes, because a replica set without a primary answers before it accepts writes. */
async function assertAcceptsWrites({ url, options }: MongoAccess): Promise<void> {
  const client = new mongoose.mongo.MongoClient(url, {
    ...options,
    serverSelectionTimeoutMS: serverWithinMs,
    connectTimeoutMS: serverWithinMs,
  });
  try {
    const { isWritablePrimary } = await client.db('admin').command({ hello: 1 });
    if (isWritablePrimary !== true) throw new Error('it accepts no writes');
  } finally {
    await client.close();
  }
}
