import type { Connection, Schema } from 'mongoose';

/** The schemas of a service's store, by model name. */
export type Models = Readonly<Record<string, Schema>>;

/** The store of one service, with its models. */
export interface ServiceStore {
  readonly connection: Connection;
  /** Whether it answers and accepts writes; a rejection means no. */
  isReady(): Promise<boolean>;
  /** Whether its indexes exist, or are created at the start of this process. */
  hasIndexes(): boolean;
  close(): Promise<void>;
}

/** Registers the models on a connection; repositories look them up by name. */
export function addModels(connection: Connection, models: Models): void {
  for (const [name, schema] of Object.entries(models)) connection.model(name, schema);
}
