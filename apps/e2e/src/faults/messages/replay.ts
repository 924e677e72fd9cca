import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { programOf } from '../../testing/product/product-process.ts';
import { readTopics } from '../../testing/stores/read-topics.ts';
import type { ServerNamespace } from '../../testing/stores/server-namespace.ts';
import type { Row, StoredData } from '../../testing/stores/stored-data.ts';
import type { Servers } from '../../testing/stores/test-servers.ts';

const hourMs = 60 * 60 * 1_000;

/** Resets the offsets of a group without running members to the beginning of a topic, as an operator does. */
export async function replayAll(
  servers: Servers,
  namespace: string,
  group: string,
  topic: string,
): Promise<void> {
  const child = spawn(process.execPath, [programOf('migrate'), 'replay', group, topic, '0'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      KAFKA_BROKERS: servers.KAFKA_BROKERS,
      MONGO_URL: servers.MONGODB_URI,
      NAMESPACE: namespace,
    },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += String(text)));
  await once(child, 'close');
  if (child.exitCode !== 0) throw new Error(`the replay ended with ${String(child.exitCode)}: ${output}`);
}

/**
 * Delivers the commands of a topic again, as a broker may, but with later deadlines: an expired command would be dropped
 * and prove nothing.
 * @returns their ids
 */
export async function repeatInTime(namespace: ServerNamespace, topic: string): Promise<string[]> {
  const records = await readTopics(namespace, [topic]);
  const ce_deadline = new Date(Date.now() + hourMs).toISOString();
  const messages = records.map(({ partition, key, value, headers }) => ({
    partition,
    key,
    value,
    headers: { ...headers, ce_deadline },
  }));
  const producer = namespace.kafka.producer();
  await producer.connect();
  try {
    await producer.send({ topic: namespace.full(topic), messages });
  } finally {
    await producer.disconnect();
  }
  return records.map(({ headers }) => String(headers.ce_id));
}

/** The command ids of all published outcomes, with duplicates. */
export async function outcomesOf(stored: StoredData): Promise<string[]> {
  const outcomes = await stored.messages(['command-outcomes']);
  return outcomes.map(({ data }) => String(data.commandId));
}

/** True when every charge of an account is in the ledger. */
export async function isLedgerWhole(stored: StoredData): Promise<boolean> {
  const { token_accounts: accounts = [] } = await stored.documents('auth');
  return accounts.every(({ outboxSince }) => outboxSince === undefined);
}

/** The documents of a service, without the fields that count or time their changes. */
export async function snapshot(stored: StoredData, service: string): Promise<Row> {
  const collections = await stored.documents(service);
  return Object.fromEntries(
    Object.entries(collections).map(([name, documents]) => [
      name,
      documents.map(withoutVolatileFields).toSorted((a, b) => String(a._id).localeCompare(String(b._id))),
    ]),
  );
}

/** A replay may change these fields: counters, and times of next checks. */
function withoutVolatileFields(document: Row): Row {
  const volatileFields = [
    'version',
    'handled',
    'nextCheckAt',
    'jobDueAt',
    'outboxSince',
    'contentVersion',
    'recent',
  ];
  return Object.fromEntries(Object.entries(document).filter(([name]) => !volatileFields.includes(name)));
}

/** The ids of all published events. */
export async function eventIds(stored: StoredData): Promise<string[]> {
  const messages = await stored.messages(['upload.events', 'chaptering.events']);
  return [...new Set(messages.map(({ id }) => id))].toSorted();
}
