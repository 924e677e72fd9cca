import { parseFilter } from '../query/parse-filter.ts';
import { matchingRows } from '../planning/matching-rows.ts';
import type { Catalogue } from './catalogue.ts';
import type { SqliteFile } from './sqlite-file.ts';

/** Documents taken away in one write, so that a large sweep does not hold up the others. */
const sweepSize = 200;

/** Takes away documents past the time of their TTL index, now and then. Returns how to stop. */
export function startSweeping(file: SqliteFile, catalogue: Catalogue, seconds: number): () => void {
  const timer = setInterval(() => {
    // A failed sweep is tried again at the next one.
    file.writes
      .run(() => {
        sweepExpired(file, catalogue, new Date());
      })
      .catch(() => undefined);
  }, seconds * 1000);
  timer.unref();
  return () => {
    clearInterval(timer);
  };
}

/** One sweep. Inside a write. */
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
