import { setTimeout as wait } from 'node:timers/promises';
import type { ServiceName } from '@vault/contracts';
import mongoose, { Mongoose, type Connection, type ConnectOptions } from 'mongoose';
import type { Logger } from '../logging/logger.ts';
import { IndexCheck } from './index-check.ts';
import { addModels, type Models, type ServiceStore } from './service-store.ts';

export interface MongoOptions {
  /** `mongodb://account:password@host:27017/?replicaSet=…`; the database is the service's own, whatever the url names. */
  readonly url: string;
  readonly service: ServiceName;
  readonly models: Models;
  readonly namespace: string | undefined;
  readonly logger: Logger;
}

/** After this a caller hears that there is no server, and a poll of a web page is not held up for long. */
const serverWithinMs = 2_000;
/** A server that takes a question and then says nothing for so long is asked once more, and is then taken for gone. */
const silenceMs = 2_000;
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
  // A write whose answer was lost is sent again by the driver; the server knows it by its number and does it once.
  retryWrites: true,
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

/**
 * Connects for as long as it takes, and again when the connection is lost. What is asked of the store meanwhile fails
 * after a bounded time.
 */
export function connectMongo({ url, service, models, namespace, logger: root }: MongoOptions): ServiceStore {
  const logger = root.child({ service }) as Logger;
  const database = databaseNameOf(service, namespace);
  const own = new Mongoose();
  // What is asked before the first connection stands waits no longer than what is asked after it.
  own.set('bufferTimeoutMS', serverWithinMs);
  const connection = own.createConnection();
  addModels(connection, models);
  const stopping = new AbortController();
  tellOutages(connection, stopping.signal, logger);
  const opening = openForever(connection, withAuthSource(url, database), database, stopping.signal);
  const indexes = new IndexCheck(connection, logger);
  indexes.start();
  // A server that hangs holds one question, however often this is asked.
  let asking: Promise<boolean> | undefined;
  return {
    connection,
    isReady: () => (asking ??= takesWrites(connection).finally(() => (asking = undefined))),
    hasIndexes: () => indexes.stand,
    close: async () => {
      stopping.abort();
      void indexes.stop();
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

/** The state of the connection alone would not tell of a server that hangs, nor of one that others write to now. */
async function takesWrites({ readyState, db }: Connection): Promise<boolean> {
  if (readyState !== mongoose.ConnectionStates.connected || !db) return false;
  const { isWritablePrimary } = await db.command({ hello: 1 });
  return isWritablePrimary === true;
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
