import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { programOf } from '../../testing/product-process.ts';
import { readTopics } from '../../testing/read-topics.ts';
import type { ServerNamespace } from '../../testing/server-namespace.ts';
import type { Row, StoredData } from '../../testing/stored-data.ts';
import type { Servers } from '../../testing/test-servers.ts';

const hourMs = 60 * 60 * 1_000;

/** Lets a group, of which no process runs, read a topic again from its very beginning, as an operator does. */
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
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += String(text)));
  await once(child, 'close');
  if (child.exitCode !== 0) throw new Error(`the replay ended with ${String(child.exitCode)}: ${said}`);
}

/**
 * Has the commands of a topic delivered a second time, as a broker may, and before their deadlines: what only comes too
 * late would prove little.
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

/** The ids of commands whose outcome was told, once for each telling. */
export async function outcomesOf(stored: StoredData): Promise<string[]> {
  const outcomes = await stored.messages(['command-outcomes']);
  return outcomes.map(({ data }) => String(data.commandId));
}

/** True when no charge stands in an account alone any more: it is in the ledger. */
export async function isLedgerWhole(stored: StoredData): Promise<boolean> {
  const { token_accounts: accounts = [] } = await stored.documents('auth');
  return accounts.every(({ carriedSince }) => carriedSince === undefined);
}

/** All that a service keeps, without what only counts its changes. */
export async function snapshot(stored: StoredData, service: string): Promise<Row> {
  const collections = await stored.documents(service);
  return Object.fromEntries(
    Object.entries(collections).map(([name, documents]) => [
      name,
      documents.map(withoutCounters).toSorted((a, b) => String(a._id).localeCompare(String(b._id))),
    ]),
  );
}

/** Dates that only say when something is looked at again move by themselves. */
function withoutCounters(document: Row): Row {
  const counters = ['version', 'handled', 'nextCheckAt', 'jobDueAt', 'outboxSince', 'revision', 'recent'];
  return Object.fromEntries(Object.entries(document).filter(([name]) => !counters.includes(name)));
}

/** The ids of all events so far. */
export async function eventIds(stored: StoredData): Promise<string[]> {
  const messages = await stored.messages(['upload.events', 'chaptering.events']);
  return [...new Set(messages.map(({ id }) => id))].toSorted();
}
