import type { SqliteFailure } from '../errors/sqlite-failure.ts';
import { Catalogue } from '../storage/catalogue.ts';
import { SqliteFile } from '../storage/sqlite-file.ts';
import { parseStoreLocation, type StoreLocation } from '../storage/store-location.ts';
import { parseFilter } from '../query/parse-filter.ts';
import { matchingRows } from '../planning/matching-rows.ts';

/** Documents removed in one write, so that a large sweep does not delay other writes. */
const sweepSize = 200;

/** Removes documents that their TTL index has expired, and traces of deleted ones, at an interval. @returns a function that stops it */
function startSweeping(file: SqliteFile, catalogue: Catalogue, seconds: number): () => void {
  const timer = setInterval(() => {
    // The next sweep retries a failed one.
    file.writes
      .run(() => sweepExpired(file, catalogue, new Date()))
      .then(() => file.emptyWriteAheadLog())
      .catch(() => undefined);
  }, seconds * 1000);
  timer.unref();
  return () => clearInterval(timer);
}

/** One sweep. Call it inside a write. */
function sweepExpired(file: SqliteFile, catalogue: Catalogue, now: Date): void {
  for (const name of catalogue.names()) {
    const store = catalogue.find(name);
    for (const { definition } of store?.indexes ?? []) {
      const path = definition.fields[0]?.path;
      if (store === undefined || definition.expireAfterSeconds === undefined || path === undefined) continue;
      const oldest = new Date(now.getTime() - definition.expireAfterSeconds * 1000);
      const filter = parseFilter({ [path]: { $lt: oldest } });
      const rows = matchingRows(file, store, { filter, sort: [], skip: 0, limit: sweepSize });
      for (const row of rows) store.remove(row);
    }
  }
}

/** An open file and its collections. Connections of this process to the same file share it. */
export class EmbeddedStore {
  readonly file: SqliteFile;
  readonly catalogue: Catalogue;
  readonly databaseName: string;
  private readonly stopSweeping: () => void;

  constructor(location: StoreLocation) {
    this.file = new SqliteFile(location);
    this.databaseName = location.databaseName;
    this.catalogue = new Catalogue(this.file, location.databaseName);
    this.stopSweeping = startSweeping(this.file, this.catalogue, location.sweepSeconds);
  }

  close(): void {
    this.stopSweeping();
    this.file.close();
  }
}

const opened = new Map<string, { store: EmbeddedStore; users: number }>();

/**
 * What is wrong with the open file of a connection, found by its last operation; undefined when it works. A file that
 * could not be written is tried again by this call.
 * @param uri as the connection was opened
 */
export function failureOf(uri: string): SqliteFailure | undefined {
  return opened.get(parseStoreLocation(uri).file)?.store.file.checkFailure();
}

/** Opens a store, or shares the one that is open; `:memory:` is always a new one. */
export function acquireStore(location: StoreLocation): EmbeddedStore {
  if (location.file === ':memory:') return new EmbeddedStore(location);
  const entry = opened.get(location.file) ?? { store: new EmbeddedStore(location), users: 0 };
  entry.users += 1;
  opened.set(location.file, entry);
  return entry.store;
}

/** Releases a store; the last user closes it. */
export function releaseStore(location: StoreLocation, store: EmbeddedStore): void {
  const entry = opened.get(location.file);
  if (entry?.store === store) {
    entry.users -= 1;
    if (entry.users > 0) return;
    opened.delete(location.file);
  }
  store.close();
}
