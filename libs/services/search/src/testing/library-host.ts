// A search service with a library of talks: each file of the folder that is named is one, each of its lines a caption.
// Tells its parent, when all is indexed, where it answers and what the first search cost.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { IndexingService } from '../videos/indexing.service.ts';
import { startSearch, type SearchUnderTest } from './search-under-test.ts';
import { linesOf, videoSaying } from './video-saying.ts';

/** Where the library is searched. */
export interface ServedLibrary {
  readonly rpc: string;
  readonly ownerId: string;
  /** Of the first search, which reads the library from the store. */
  readonly coldMs: number;
  /** Longest that the process did nothing else meanwhile. */
  readonly longestBlockMs: number;
  /** What the library takes in memory. */
  readonly bytes: number;
}

const ownerId = 'owner';
const dayMs = 86_400_000;
const atOnce = 10;
/** A busy machine is no failure of what is measured. */
const patience = { deadlineMs: 300_000 };

async function index(search: SearchUnderTest, folder: string): Promise<void> {
  const indexing = search.running.get(IndexingService);
  const names = readdirSync(folder).sort();
  const keep = (name: string, day: number) => {
    const lines = linesOf(...readFileSync(join(folder, name), 'utf8').trimEnd().split('\n'));
    const createdAt = new Date(day * dayMs);
    search.know(ownerId, videoSaying(name, { lines, createdAt, uploadId: '', assetId: '' }));
    return indexing.refresh({ ownerId, videoId: name }, 'indexed');
  };
  for (let from = 0; from < names.length; from += atOnce)
    await Promise.all(names.slice(from, from + atOnce).map((name, index) => keep(name, from + index)));
}

async function searchFirst({ client }: SearchUnderTest) {
  const taken = () => process.memoryUsage().arrayBuffers + process.memoryUsage().heapUsed;
  const before = taken();
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const begun = performance.now();
  await client.search({ ownerId, keyword: 'first of all' }, patience);
  const coldMs = performance.now() - begun;
  delay.disable();
  global.gc?.();
  return { coldMs, longestBlockMs: delay.max / 1e6, bytes: taken() - before };
}

const search = await startSearch();
await index(search, process.argv[2] ?? '');
// What the neighbours know is no part of what is measured.
search.neighbours.videos.clear();
global.gc?.();
const served: ServedLibrary = {
  rpc: search.running.infrastructure.rpcListenAddress,
  ownerId,
  ...(await searchFirst(search)),
};
process.once('disconnect', () => void search.stop().finally(() => process.exit(0)));
process.send?.(served);
