import mongoose from 'mongoose';
import { EmbeddedClient, type EmbeddedDatabase } from './client/embedded-client.ts';

/** The driver of mongoose, whose connection and collection this one extends; absent from mongoose's types. */
interface NativeDriver {
  Connection: unknown;
  Collection: unknown;
  BulkWriteResult: unknown;
}

/** Mongoose's own driver for MongoDB. */
const nativeDriver = (mongoose as unknown as { driver: { get(): NativeDriver } }).driver.get();

/** Parts of mongoose's own connection that a driver sets; mongoose documents them for drivers only. */
interface DriverConnection {
  readyState: number;
  _connectionString: string;
  _closeCalled: boolean;
  config: Record<string, unknown>;
  client: EmbeddedClient;
  db: EmbeddedDatabase;
  name: string;
  host: string;
  collections: Record<string, { onOpen(): void }>;
  onOpen(): void;
}

/** Options of a connection that mongoose itself reads from its `config`. */
const mongooseOptions = [
  'autoIndex',
  'autoCreate',
  'sanitizeFilter',
  'bufferTimeoutMS',
  'bufferCommands',
] as const;

type ConnectionClass = new (...args: unknown[]) => DriverConnection;

const NativeConnection = nativeDriver.Connection as ConnectionClass;

/** Mongoose's own connection with another client; `useDb` cannot open a second database. */
class EmbeddedConnection extends NativeConnection {
  /** Called by mongoose's `openUri`. */
  async createClient(uri: string, options: Record<string, unknown> = {}): Promise<this> {
    for (const name of mongooseOptions) {
      if (options[name] !== undefined) this.config[name] = options[name];
    }
    const client = new EmbeddedClient(uri);
    this.readyState = mongoose.STATES.connecting;
    this._connectionString = uri;
    try {
      await client.connect();
    } catch (error) {
      this.readyState = mongoose.STATES.disconnected;
      throw error;
    }
    this.attachClient(client, uri);
    return this;
  }

  private attachClient(client: EmbeddedClient, uri: string): void {
    this.client = client;
    this.db = client.db();
    this.name = this.db.databaseName;
    this.host = uri;
    this._closeCalled = false;
    this.onOpen();
    for (const collection of Object.values(this.collections)) collection.onOpen();
  }
}

/** The argument of `mongoose.setDriver()`. */
export interface EmbeddedDriver {
  Connection: typeof EmbeddedConnection;
  Collection: unknown;
  BulkWriteResult: unknown;
}

/**
 * A mongoose driver over one SQLite file for each connection. Call `setDriver` before connecting:
 * ```ts
 * const instance = new Mongoose().setDriver(createEmbeddedDriver());
 * const connection = await instance.createConnection('sqlite:/var/data/users.sqlite').asPromise();
 * ```
 */
export function createEmbeddedDriver(): EmbeddedDriver {
  const { Collection, BulkWriteResult } = nativeDriver;
  // Mongoose's own queueing collection calls the result of `db.collection(name)`.
  return { Connection: EmbeddedConnection, Collection, BulkWriteResult };
}
