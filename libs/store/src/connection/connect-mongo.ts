import type { ServiceName } from '@vault/contracts';
import { DatabaseClock } from '@vault/embedded-mongo';
import mongoose, { Mongoose, type Connection, type ConnectOptions } from 'mongoose';
import { type Logger, PeriodicTask } from '@vault/base';
import { CurrentClient, type MongoAccess } from './current-client.ts';
import type { ServiceStore } from './service-store.ts';
import { problemOfVersion, readDataVersion } from './data-version.ts';
import { missingIndexes } from './missing-indexes.ts';

const everyMs = 1_000;

/**
 * Checks the version of the data and the indexes of a service until both fit: data of another version cannot be read,
 * and without unique indexes concurrent writes could both succeed.
 */
class StoreCheck {
  private readonly checks: PeriodicTask;
  private logged = '';
  private isComplete = false;

  constructor(
    private readonly connection: Connection,
    private readonly logger: Logger,
  ) {
    const work = () => this.check();
    this.checks = new PeriodicTask({
      name: 'checking version and indexes of the store',
      everyMs,
      work,
      logger,
    });
  }

  get isPassed(): boolean {
    return this.isComplete;
  }

  /** The first check starts when the store is connected. Without models it would find everything complete. */
  start(): void {
    const begin = () => this.checks.start({ isFirstAtOnce: true });
    if (this.isConnected) begin();
    else this.connection.once('connected', begin);
  }

  stop(): Promise<void> {
    return this.checks.stop();
  }

  private get isConnected(): boolean {
    return this.connection.readyState === mongoose.ConnectionStates.connected;
  }

  private async check(): Promise<void> {
    // Without a connection mongoose would wait without a time limit.
    const { db } = this.connection;
    if (!this.isConnected || !db) return;
    const missing = (await missingIndexes(this.connection)).join(', ');
    if (missing !== '') {
      this.log('the store lacks indexes: run the migrate command', { missing });
      return;
    }
    const version = (await readDataVersion(db)) ?? 1;
    const problem = problemOfVersion(version, {
      what: 'the data in the store are',
      toUpgrade: 'run the migrate command',
    });
    if (problem !== undefined) {
      this.log(problem, { version });
      return;
    }
    this.isComplete = true;
    // Not awaited, because it waits for the current run.
    void this.checks.stop();
  }

  private log(problem: string, facts: object): void {
    const text = JSON.stringify([problem, facts]);
    if (text !== this.logged) this.logger.error(facts, `${problem}; this process is not ready until then`);
    this.logged = text;
  }
}

/** Who has a database of its own. */
export type DatabaseOwner = ServiceName | 'video-engine';

export interface MongoOptions {
  /** The account and the certificates may change. */
  readonly access: () => MongoAccess;
  readonly service: DatabaseOwner;
  readonly namespace: string | undefined;
  readonly logger: Logger;
}

/** After this time a query fails without a server, so that polls of a web page do not wait for long. */
const serverWithinMs = 2_000;
/** A server that does not answer within this time gets one retry, then counts as unavailable. */
const answerWithinMs = 2_000;

const settings: ConnectOptions = {
  writeConcern: { w: 'majority' },
  readPreference: 'primary',
  serverSelectionTimeoutMS: serverWithinMs,
  connectTimeoutMS: serverWithinMs,
  socketTimeoutMS: answerWithinMs,
  waitQueueTimeoutMS: serverWithinMs,
  // The driver repeats a write whose answer was lost; the server recognises its number and executes it once.
  retryWrites: true,
  heartbeatFrequencyMS: 2_000,
  maxPoolSize: 50,
};

/** The name of a service's database; accounts of other services cannot open it. */
export function databaseNameOf(service: DatabaseOwner, namespace = 'vault'): string {
  return `${namespace}-${service}`;
}

/** Adds the service's database as `authSource`, unless the url has one. */
export function withAuthSource(url: string, database: string): string {
  const [address = '', query = ''] = url.split('?');
  const parameters = new URLSearchParams(query);
  const hasAccount = /^mongodb(\+srv)?:\/\/[^/]*@/.test(address);
  if (!hasAccount || parameters.has('authSource')) return url;
  parameters.set('authSource', database);
  const path = /^mongodb(\+srv)?:\/\/[^/]*$/.test(address) ? `${address}/` : address;
  return `${path}?${parameters.toString()}`;
}

export interface MongoStore extends ServiceStore {
  /** Connects with the current access if it has changed. Until that succeeds, the previous connections stay in use. */
  refresh(): void;
}

/**
 * Retries until it is connected, and reconnects when the connection is lost. Queries meanwhile fail in bounded time.
 */
export function connectMongo({ access, service, namespace, logger: root }: MongoOptions): MongoStore {
  // The logger names the process as its `service`; a command or a process with several services has many stores.
  const logger = root.child({ store: service }) as Logger;
  const database = databaseNameOf(service, namespace);
  const own = new Mongoose();
  // Queries before the first connection wait no longer than later ones.
  own.set('bufferTimeoutMS', serverWithinMs);
  const connection = own.createConnection();
  const stopping = new AbortController();
  const { signal } = stopping;
  const client = new CurrentClient({
    connection,
    access: () => ({ ...access(), url: withAuthSource(access().url, database) }),
    settings: { ...settings, dbName: database },
    logger,
    signal,
  });
  logOutages(connection, () => signal.aborted || client.isReplacing, logger);
  client.refresh();
  const check = new StoreCheck(connection, logger);
  const clock = DatabaseClock.of(connection, logger);
  // Concurrent readiness checks share one request, so that a hanging server holds only one.
  let checking: Promise<boolean> | undefined;
  return {
    connection,
    clock,
    isReady: () => (checking ??= acceptsWrites(connection).finally(() => (checking = undefined))),
    prepareIndexes: () => {
      check.start();
      return Promise.resolve();
    },
    hasIndexes: () => check.isPassed,
    refresh: () => client.refresh(),
    close: async () => {
      stopping.abort();
      clock.stop();
      void check.stop();
      await connection.close();
      await client.close();
    },
  };
}

/** Sends a command, because the state of the connection does not show a hanging server or a lost primary role. */
async function acceptsWrites({ readyState, db }: Connection): Promise<boolean> {
  if (readyState !== mongoose.ConnectionStates.connected || !db) return false;
  const { isWritablePrimary } = await db.command({ hello: 1 });
  return isWritablePrimary === true;
}

function logOutages(connection: Connection, isExpected: () => boolean, logger: Logger): void {
  let isUnavailable = false;
  const begin = (error?: unknown) => {
    if (isExpected()) return;
    if (!isUnavailable) logger.warn({ err: error }, 'the store is unavailable');
    isUnavailable = true;
  };
  connection.on('connected', () => {
    if (isUnavailable) logger.info({}, 'the store is available again');
    isUnavailable = false;
  });
  connection.on('disconnected', begin);
  connection.on('error', begin);
}
