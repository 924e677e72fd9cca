import { Catalogue } from '../storage/catalogue.ts';
import { SqliteFile } from '../storage/sqlite-file.ts';
import type { StoreLocation } from '../storage/store-location.ts';
import { startSweeping } from '../storage/expiry-sweep.ts';

/** One open file with what it holds. Connections of this process to the same file share it. */
export class EmbeddedStore {
  readonly file: SqliteFile;
  readonly catalogue: Catalogue;
  readonly databaseName: string;
  readonly #stopSweeping: () => void;

  constructor(location: StoreLocation) {
    this.file = new SqliteFile(location);
    this.databaseName = location.databaseName;
    this.catalogue = new Catalogue(this.file, location.databaseName);
    this.#stopSweeping = startSweeping(this.file, this.catalogue, location.sweepSeconds);
  }

  close(): void {
    this.#stopSweeping();
    this.file.close();
  }
}

const opened = new Map<string, { store: EmbeddedStore; users: number }>();

/** Opens a store, or takes part in one that is open; `:memory:` is always a new one. */
export function acquireStore(location: StoreLocation): EmbeddedStore {
  if (location.file === ':memory:') return new EmbeddedStore(location);
  const entry = opened.get(location.file) ?? { store: new EmbeddedStore(location), users: 0 };
  entry.users += 1;
  opened.set(location.file, entry);
  return entry.store;
}

/** Gives a store back; the last user closes it. */
export function releaseStore(location: StoreLocation, store: EmbeddedStore): void {
  const entry = opened.get(location.file);
  if (entry?.store === store) {
    entry.users -= 1;
    if (entry.users > 0) return;
    opened.delete(location.file);
  }
  store.close();
}
