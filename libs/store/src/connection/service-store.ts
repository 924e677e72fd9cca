import type { Provider } from '@nestjs/common';
import { getModelToken } from '@nestjs/mongoose';
import type { ServiceName } from '@vault/contracts';
import type { DatabaseClock } from '@vault/embedded-mongo';
import type { Connection, Schema } from 'mongoose';

/** The models of a service's store, as `MongooseModule.forFeature` takes them. */
export type Models = readonly { readonly name: string; readonly schema: Schema }[];

/** The store of one service. The service's module adds the models to its connection. */
export interface ServiceStore {
  readonly connection: Connection;
  /** Only of a store on a server: its time, by which all replicas decide what has ended. It must be started. */
  readonly clock?: DatabaseClock;
  /** Whether it answers and accepts writes; a rejection means no. */
  isReady(): Promise<boolean>;
  /** Only of a store in a file: whether the file can be written and no damage was found in it. */
  isSound?(): boolean;
  /**
   * Call it when all models are added. Embedded stores create their indexes before it resolves: unique indexes must
   * exist before the first write. On servers it starts to check what the migrate command has created.
   */
  prepareIndexes(): Promise<void>;
  /** Whether the indexes of all models exist. */
  hasIndexes(): boolean;
  close(): Promise<void>;
}

/** Adds models to a connection outside a Nest container: for operators' commands and tests. */
export function addModels(connection: Connection, models: Models): void {
  for (const { name, schema } of models) connection.model(name, schema);
}

/**
 * Provides models of a service's connection without the name of the connection, for repositories that several services
 * share: they inject `@InjectModel('Name')`.
 */
export function sharedModels(service: ServiceName, models: Models): Provider[] {
  return models.map(({ name }) => ({
    provide: getModelToken(name),
    useExisting: getModelToken(name, service),
  }));
}
