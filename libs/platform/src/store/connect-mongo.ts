import type { ServiceName } from '@vault/contracts';
import { Mongoose, type Connection } from 'mongoose';
import type { Logger } from '../logging/logger.ts';

export interface MongoOptions {
  /** `mongodb://account:password@host:27017/?replicaSet=…`; the database is the service's own, whatever the url names. */
  readonly url: string;
  readonly service: ServiceName;
  readonly namespace: string | undefined;
  readonly logger: Logger;
}

/** The database of a service: nobody else's account may open it. */
export function databaseNameOf(service: ServiceName, namespace = 'vault'): string {
  return `${namespace}-${service}`;
}

/** A connection that is made in the background. */
export function connectMongo({ url, service, namespace, logger }: MongoOptions): Connection {
  const connection = new Mongoose().createConnection(url, {
    dbName: databaseNameOf(service, namespace),
    autoIndex: false,
    autoCreate: false,
    w: 'majority',
  });
  connection.on('error', (error: unknown) => logger.warn({ err: error, service }, 'the store is away'));
  connection.asPromise().catch(() => undefined);
  return connection;
}
