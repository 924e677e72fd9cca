// Runs a search service with a library of talks: each file of the given folder is a talk, each of its lines a caption.
// After indexing it sends its address and the cost of the first search to its parent process.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { LibraryRepository } from '../libraries/library.repository.ts';
import { IndexedVideoRepository } from '../videos/indexed-video.repository.ts';
import { startSearch, type SearchUnderTest } from './search-under-test.ts';
import { makeVideo } from './make-video.ts';

/** The address of the service, and the cost of its first search. */
export interface ServedLibrary {
  readonly rpc: string;
  readonly ownerId: string;
  /** Duration of the first search, which loads the library from the store. */
  readonly coldMs: number;
  /** Its processor time, which is more reliable on a busy machine. */
  readonly coldCpuMs: number;
  /** The longest block of the event loop during it. */
  readonly maxBlockMs: number;
  /** Memory of the library. */
  readonly bytes: number;
}

const ownerId = 'owner';
const dayMs = 86_400_000;
const secondsPerLine = 4;
const batchSize = 50;
/** Generous, because the machine may be busy. */
const callOptions = { deadlineMs: 300_000 };

/** Inserts the videos directly, without the fake services, which are not measured. */
async function index({ running }: SearchUnderTest, folder: string): Promise<void> {
  const videos = running.get(IndexedVideoRepository);
  const names = readdirSync(folder).sort();
  const insert = (name: string, day: number) => {
    const transcript = readFileSync(join(folder, name), 'utf8').trimEnd();
    const lineStarts = transcript.split('\n').map((_, line) => line * secondsPerLine);
    const content = makeVideo(name, { createdAt: new Date(day * dayMs), uploadId: '', assetId: '' });
    return videos.insert(
      { videoId: name, ownerId },
      { ...content, transcript, lineStarts, lineSpeakers: [], speakers: [] },
      'indexed',
    );
  };
  for (let from = 0; from < names.length; from += batchSize)
    await Promise.all(names.slice(from, from + batchSize).map((name, index) => insert(name, from + index)));
  await running.get(LibraryRepository).recordChange({ ownerId, videoId: 'all' });
}

async function searchFirst({ client }: SearchUnderTest) {
  const usedBytes = () => process.memoryUsage().arrayBuffers + process.memoryUsage().heapUsed;
  const before = usedBytes();
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const cpu = process.cpuUsage();
  const startedAt = performance.now();
  await client.search({ ownerId, keyword: 'first of all' }, callOptions);
  const coldMs = performance.now() - startedAt;
  const { user, system } = process.cpuUsage(cpu);
  delay.disable();
  global.gc?.();
  return {
    coldMs,
    coldCpuMs: (user + system) / 1_000,
    maxBlockMs: delay.max / 1e6,
    bytes: usedBytes() - before,
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
