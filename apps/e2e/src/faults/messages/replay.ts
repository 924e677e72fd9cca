import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { programOf } from '../../testing/product-process.ts';
import type { Row, StoredData } from '../../testing/stored-data.ts';
import type { Servers } from '../../testing/test-servers.ts';

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
