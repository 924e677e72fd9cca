import type { Connection, Schema } from 'mongoose';

/** What a service keeps, by model name. */
export type Models = Readonly<Record<string, Schema>>;

/** The store of one service, with its models. */
export interface ServiceStore {
  readonly connection: Connection;
  /** Whether it answers now and takes writes; a failure means no. */
  isReady(): Promise<boolean>;
  /** Whether its indexes stand, or are made at the start of this process. */
  hasIndexes(): boolean;
  close(): Promise<void>;
}

/** Makes the models known to a connection; repositories ask for them by name. */
export function addModels(connection: Connection, models: Models): void {
  for (const [name, schema] of Object.entries(models)) connection.model(name, schema);
}
