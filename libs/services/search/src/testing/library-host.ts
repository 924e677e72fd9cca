// A search service with a library of talks: each file of the folder that is named is one, each of its lines a caption.
// Tells its parent, when all is indexed, where it answers and what the first search cost.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { LibraryRepository } from '../libraries/library.repository.ts';
import { IndexedVideoRepository } from '../videos/indexed-video.repository.ts';
import { startSearch, type SearchUnderTest } from './search-under-test.ts';
import { videoSaying } from './video-saying.ts';

/** Where the library is searched. */
export interface ServedLibrary {
  readonly rpc: string;
  readonly ownerId: string;
  /** Of the first search, which reads the library from the store. */
  readonly coldMs: number;
  /** Time of the processor in it, which tells more than the clock on a busy machine. */
  readonly coldCpuMs: number;
  /** Longest that the process did nothing else meanwhile. */
  readonly longestBlockMs: number;
  /** What the library takes in memory. */
  readonly bytes: number;
}

const ownerId = 'owner';
const dayMs = 86_400_000;
const secondsALine = 4;
const atOnce = 50;
/** A busy machine is no failure of what is measured. */
const patience = { deadlineMs: 300_000 };

/** Past the neighbours: it is not their answers that are measured. */
async function index({ running }: SearchUnderTest, folder: string): Promise<void> {
  const videos = running.get(IndexedVideoRepository);
  const names = readdirSync(folder).sort();
  const keep = (name: string, day: number) => {
    const transcript = readFileSync(join(folder, name), 'utf8').trimEnd();
    const lineStarts = transcript.split('\n').map((_, line) => line * secondsALine);
    const content = videoSaying(name, { createdAt: new Date(day * dayMs), uploadId: '', assetId: '' });
    return videos.insert({ videoId: name, ownerId }, { ...content, transcript, lineStarts }, 'indexed');
  };
  for (let from = 0; from < names.length; from += atOnce)
    await Promise.all(names.slice(from, from + atOnce).map((name, index) => keep(name, from + index)));
  await running.get(LibraryRepository).noteChange(ownerId, 'all');
}

async function searchFirst({ client }: SearchUnderTest) {
  const taken = () => process.memoryUsage().arrayBuffers + process.memoryUsage().heapUsed;
  const before = taken();
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const cpu = process.cpuUsage();
  const begun = performance.now();
  await client.search({ ownerId, keyword: 'first of all' }, patience);
  const coldMs = performance.now() - begun;
  const { user, system } = process.cpuUsage(cpu);
  delay.disable();
  global.gc?.();
  return {
    coldMs,
    coldCpuMs: (user + system) / 1_000,
    longestBlockMs: delay.max / 1e6,
    bytes: taken() - before,
  };
}

const search = await startSearch();
await index(search, process.argv[2] ?? '');
global.gc?.();
const served: ServedLibrary = {
  rpc: search.running.infrastructure.rpcListenAddress,
  ownerId,
  ...(await searchFirst(search)),
};
process.once('disconnect', () => void search.stop().finally(() => process.exit(0)));
process.send?.(served);
