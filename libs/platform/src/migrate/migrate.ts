import { hostname } from 'node:os';
import mongoose from 'mongoose';
import type { Environment } from '../config/load-config.ts';
import { ensureTopics } from '../events/kafka/ensure-topics.ts';
import { KafkaClient, type KafkaClientOptions } from '../events/kafka/kafka-client.ts';
import { productTopics } from '../events/kafka/product-topics.ts';
import type { ServiceDefinition } from '../host/define-service.ts';
import { kafkaSecurityOf, withAccount } from '../host/server-access.ts';
import { createLogger } from '../logging/logger.ts';
import { makeAccounts } from './make-accounts.ts';
import { makeIndexes } from './make-indexes.ts';
import { loadMigrateConfig, passwordVariableOf, type MigrateConfig } from './migrate.config.ts';
import { waitUntilThere } from './wait-until-there.ts';

const serverWithinMs = 2_000;

/**
 * Makes what the product's processes need on their servers: topics, accounts, indexes. It may run again, and twice at the
 * same time; what stands already is left as it is. Prints a line for each thing made or found.
 * @throws {ConfigError} naming every problem
 * @throws with a sentence when a server does not come in time or something cannot be made
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
  await waitUntilThere('Kafka', giveUpAt, async () => (await new KafkaClient(options).openAdmin()).close());
  const { KAFKA_REPLICATION_FACTOR: replicationFactor, NAMESPACE: namespace } = config;
  const topics = productTopics({ replicationFactor, ...(namespace === undefined ? {} : { namespace }) });
  const words = { created: 'made', nothing: 'found', updated: 'changed' };
  for (const { topic, did, changed } of await ensureTopics(options, topics))
    print(`topic ${topic}: ${words[did]}${did === 'updated' ? ` (${changed.join(', ')})` : ''}`);
}

async function makeStores(
  services: readonly ServiceDefinition[],
  config: MigrateConfig,
  giveUpAt: number,
  print: (line: string) => void,
): Promise<void> {
  const { MONGO_ADMIN_URL, NAMESPACE: namespace } = config;
  const url = withAccount(MONGO_ADMIN_URL ?? config.MONGO_URL ?? '', config);
  await waitUntilThere('MongoDB', giveUpAt, () => takesWrites(url));
  const keeping = services.flatMap(({ name, models }) => (models ? [{ service: name, models }] : []));
  if (MONGO_ADMIN_URL) {
    const accounts = keeping.map(({ service }) => ({
      service,
      password: config[passwordVariableOf(service)] ?? '',
    }));
    await makeAccounts({ adminUrl: url, accounts, namespace, print });
  }
  for (const each of keeping) await makeIndexes({ ...each, url, namespace, print });
}

/** A replica set that is new or has lost its primary answers before it takes writes. */
async function takesWrites(url: string): Promise<void> {
  const client = new mongoose.mongo.MongoClient(url, {
    serverSelectionTimeoutMS: serverWithinMs,
    connectTimeoutMS: serverWithinMs,
  });
  try {
    const { isWritablePrimary } = await client.db('admin').command({ hello: 1 });
    if (isWritablePrimary !== true) throw new Error('it takes no writes');
  } finally {
    await client.close();
  }
}
