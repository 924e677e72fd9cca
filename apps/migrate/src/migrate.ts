import { hostname } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import mongoose from 'mongoose';
import { type Environment, createLogger } from '@vault/base';
import {
  ensureTopics,
  KafkaClient,
  type KafkaClientOptions,
  kafkaSecurityOf,
  productTopics,
} from '@vault/messaging/kafka';
import type { ServiceDefinition } from '@vault/platform';
import { type MongoAccess, makeIndexes, mongoAccessOf } from '@vault/store';
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
  for (;;) {
    try {
      await connect();
      return;
    } catch (cause) {
      if (performance.now() + retryAfterMs > giveUpAt) {
        const reason = cause instanceof Error ? cause.message : String(cause);
        throw new Error(`${name} was not available in time: ${reason}`, { cause });
      }
    }
    await wait(retryAfterMs);
  }
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
  const giveUpAt = performance.now() + config.WAIT_SECONDS * 1_000;
  await makeTopics(config, giveUpAt, print);
  await makeStores(services, config, giveUpAt, print);
}

async function makeTopics(
  config: MigrateConfig,
  giveUpAt: number,
  print: (line: string) => void,
): Promise<void> {
  const logger = createLogger({ level: config.LOG_LEVEL }).child({ service: 'migrate' });
  const options: KafkaClientOptions = {
    brokers: config.KAFKA_BROKERS,
    clientId: `migrate-${hostname()}`,
    security: kafkaSecurityOf(config),
    logger,
  };
  const client = new KafkaClient(options);
  await waitUntilAvailable('Kafka', giveUpAt, async () => (await client.openAdmin()).close());
  client.close();
  const { KAFKA_REPLICATION_FACTOR: replicationFactor, NAMESPACE: namespace } = config;
  const topics = productTopics({ replicationFactor, ...(namespace === undefined ? {} : { namespace }) });
  const labels = { created: 'made', nothing: 'found', updated: 'changed' };
  for (const { topic, did, changed } of await ensureTopics(options, topics))
    print(`topic ${topic}: ${labels[did]}${did === 'updated' ? ` (${changed.join(', ')})` : ''}`);
}

async function makeStores(
  services: readonly ServiceDefinition[],
  config: MigrateConfig,
  giveUpAt: number,
  print: (line: string) => void,
): Promise<void> {
  const { MONGO_ADMIN_URL, NAMESPACE: namespace } = config;
  const access = mongoAccessOf(MONGO_ADMIN_URL ?? config.MONGO_URL ?? '', config);
  await waitUntilAvailable('MongoDB', giveUpAt, () => assertAcceptsWrites(access));
  const keeping = services.flatMap(({ name, models }) => (models ? [{ service: name, models }] : []));
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
