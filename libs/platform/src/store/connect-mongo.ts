import type { ServiceName } from '@vault/contracts';
import { setTimeout as wait } from 'node:timers/promises';
import { Mongoose, type Connection, type ConnectOptions } from 'mongoose';
import type { Logger } from '../logging/logger.ts';

export interface MongoOptions {
  /** `mongodb://account:password@host:27017/?replicaSet=…`; the database is the service's own, whatever the url names. */
  readonly url: string;
  readonly service: ServiceName;
  readonly namespace: string | undefined;
  readonly logger: Logger;
}

/** After this a caller hears that the store is away, and a poll of a web page is not held up for long. */
const serverWithinMs = 2_000;
/** A server that takes a question and then says nothing for so long is taken for gone. */
const silenceMs = 5_000;
const reconnectAfterMs = 500;

const settings: ConnectOptions = {
  // Indexes are made by a command, not by whichever process comes first.
  autoIndex: false,
  autoCreate: false,
  writeConcern: { w: 'majority' },
  readPreference: 'primary',
  serverSelectionTimeoutMS: serverWithinMs,
  connectTimeoutMS: serverWithinMs,
  socketTimeoutMS: silenceMs,
  waitQueueTimeoutMS: serverWithinMs,
  heartbeatFrequencyMS: 2_000,
  maxPoolSize: 50,
};

/** The database of a service: nobody else's account may open it. */
export function databaseNameOf(service: ServiceName, namespace = 'vault'): string {
  return `${namespace}-${service}`;
}

/** The account stands in the service's own database unless the url names another place. */
export function withAuthSource(url: string, database: string): string {
  const [address = '', query = ''] = url.split('?');
  const parameters = new URLSearchParams(query);
  const hasAccount = /^mongodb(\+srv)?:\/\/[^/]*@/.test(address);
  if (!hasAccount || parameters.has('authSource')) return url;
  parameters.set('authSource', database);
  const path = /^mongodb(\+srv)?:\/\/[^/]*$/.test(address) ? `${address}/` : address;
  return `${path}?${parameters.toString()}`;
}

/** A connection that is made, and made again, in the background. */
export interface StoreConnection {
  readonly connection: Connection;
  close(): Promise<void>;
}

/**
 * Connects for as long as it takes, and again when the connection is lost. What is asked of the store meanwhile fails
 * after a bounded time.
 */
export function connectMongo({ url, service, namespace, logger }: MongoOptions): StoreConnection {
  const database = databaseNameOf(service, namespace);
  const mongoose = new Mongoose();
  // What is asked before the first connection stands waits no longer than what is asked after it.
  mongoose.set('bufferTimeoutMS', serverWithinMs);
  const connection = mongoose.createConnection();
  const stopping = new AbortController();
  tellOutages(connection, stopping.signal, logger.child({ service }));
  const opening = openForever(connection, withAuthSource(url, database), database, stopping.signal);
  return {
    connection,
    close: async () => {
      stopping.abort();
      await connection.close();
      await opening;
    },
  };
}

/** The first connection is not repeated by the driver; later ones are. */
async function openForever(
  connection: Connection,
  url: string,
  dbName: string,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    try {
      await connection.openUri(url, { ...settings, dbName });
      return;
    } catch {
      // Told as an 'error' of the connection.
      await wait(reconnectAfterMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }
}

function tellOutages(connection: Connection, signal: AbortSignal, logger: Logger): void {
  let isAway = false;
  const begin = (error?: unknown) => {
    if (!isAway && !signal.aborted) logger.warn({ err: error }, 'the store is away');
    isAway = true;
  };
  connection.on('connected', () => {
    if (isAway) logger.info({}, 'the store is there again');
    isAway = false;
  });
  connection.on('disconnected', begin);
  connection.on('error', begin);
}
