import { EmbeddedConnection, nativeDriver } from './embedded-connection.ts';

/** What `mongoose.setDriver()` takes. */
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
  // Mongoose's own queueing collection calls whatever `db.collection(name)` gives.
  return { Connection: EmbeddedConnection, Collection, BulkWriteResult };
}
