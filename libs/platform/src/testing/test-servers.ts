import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { serviceNames } from '@vault/contracts';
import mongoose from 'mongoose';
import { ensureTopics, KafkaClient, productTopics } from '@vault/messaging/kafka';
import { createLogger } from '@vault/base';
import { rpcVariableOf } from '@vault/rpc';
import { makeIndexes, databaseNameOf } from '@vault/store';
import type { ServiceDefinition } from '../host/define-service.ts';

const maxPartitions = 2;

/** The topics, databases and variables for one start on real servers. */
export interface TestEnvironment {
  readonly env: Readonly<Record<string, string>>;
  /** Removes its topics and databases. */
  drop(): Promise<void>;
}

/** The servers of this test run with `TEST_SERVERS=1`; undefined for embedded adapters. */
export function testServers(): { brokers: string[]; mongoUrl: string } | undefined {
  const { TEST_SERVERS, KAFKA_BROKERS, MONGODB_URI } = process.env;
  if (TEST_SERVERS !== '1') return undefined;
  if (!KAFKA_BROKERS || !MONGODB_URI)
    throw new Error('TEST_SERVERS=1 needs KAFKA_BROKERS and MONGODB_URI of running servers.');
  return { brokers: KAFKA_BROKERS.split(','), mongoUrl: MONGODB_URI };
}

/** Prepares topics, indexes and addresses for services in a folder; a second start in it reuses them. */
export async function prepareEnvironment(
  { brokers, mongoUrl }: { brokers: string[]; mongoUrl: string },
  definitions: readonly ServiceDefinition[],
  dataDir: string,
): Promise<TestEnvironment> {
  const namespace = `t-${createHash('sha256').update(dataDir).digest('hex').slice(0, 12)}`;
  const kafka = { brokers, clientId: namespace, logger: createLogger({ level: 'silent' }) };
  const topics = productTopics({ replicationFactor: 1, namespace }).map((topic) => ({
    ...topic,
    partitions: Math.min(topic.partitions, maxPartitions),
  }));
  const keeping = definitions.flatMap(({ name, models }) => (models ? [{ service: name, models }] : []));
  await Promise.all([
    ensureTopics(kafka, topics),
    ...keeping.map((each) =>
      makeIndexes({ ...each, access: { url: mongoUrl }, namespace, print: () => undefined }),
    ),
  ]);
  const address = `unix:${join(dataDir, 'rpc.sock')}`;
  return {
    env: {
      KAFKA_BROKERS: brokers.join(','),
      MONGO_URL: mongoUrl,
      NAMESPACE: namespace,
      RPC_ADDRESS: address,
      ...Object.fromEntries(serviceNames.map((name) => [rpcVariableOf(name), address])),
    },
    drop: async () => {
      const databases = keeping.map(({ service }) => databaseNameOf(service, namespace));
      await Promise.all([dropTopics(kafka, topics), dropDatabases(mongoUrl, databases)]);
    },
  };
}

async function dropTopics(
  kafka: ConstructorParameters<typeof KafkaClient>[0],
  topics: readonly { name: string }[],
): Promise<void> {
  const client = new KafkaClient(kafka);
  const admin = await client.openAdmin();
  try {
    await admin.deleteTopics(topics.map(({ name }) => name));
  } finally {
    await admin.close();
    client.close();
  }
}

async function dropDatabases(url: string, names: readonly string[]): Promise<void> {
  const client = await mongoose.mongo.MongoClient.connect(url);
  try {
    await Promise.all(names.map((name) => client.db(name).dropDatabase()));
  } finally {
    await client.close();
  }
}
