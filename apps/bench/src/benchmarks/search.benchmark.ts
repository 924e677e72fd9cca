import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { searchRpc } from '@vault/contracts/rpc';
import { createRpcClient } from '@vault/rpc';
import { sized, type Benchmark, type Result } from '../measuring/benchmark.ts';
import { elapsed } from '../measuring/elapsed.ts';
import { interleave } from '../measuring/interleave.ts';
import { quantile } from '../measuring/statistics.ts';
import { startProgram } from '../processes/start-process.ts';
import { keywordsOf, makeSpokenLibrary, type SpokenLibrary } from '../product/spoken-library.ts';

const hours = sized(1_000, 10);
const rounds = sized(8, 1);
const warmUps = 1;
const source = new URL('../../../../libs/services/search/src/testing/library-host.ts', import.meta.url);
/** The compiled program: Node cannot run its decorators from the source. */
const program = new URL(source.href.replace('/search/src/', '/search/dist/').replace(/\.ts$/, '.js'));

/** The message of library-host.ts, documented there. */
interface ServedLibrary {
  readonly rpc: string;
  readonly ownerId: string;
  readonly coldMs: number;
  readonly coldCpuMs: number;
  readonly maxBlockMs: number;
  readonly bytes: number;
}

/** A search of one person's library over gRPC, compared with grep over the same transcripts. */
export const searchBenchmark: Benchmark = {
  name: 'search',
  run: async () => {
    const library = makeSpokenLibrary(hours);
    try {
      const served = await startProgram<ServedLibrary>(program, [library.folder]);
      try {
        return [await compare(library, served.message), ...costs(library, served.message)];
      } finally {
        await served.stop();
      }
    } finally {
      library.remove();
    }
  },
};

async function compare(library: SpokenLibrary, { rpc: address, ownerId }: ServedLibrary): Promise<Result> {
  const rpc = createRpcClient(searchRpc.SearchServiceService, address, { deadlineMs: 60_000 });
  const keywords = keywordsOf(library);
  // grep finds no looser matches, so they do not count.
  const search = async (keyword: string) => {
    const { matching, total } = await rpc.methods.search({ ownerId, keyword });
    return matching === 'exact' ? total : 0;
  };
  for (const keyword of keywords) {
    const [ours, theirs] = [await search(keyword), await grep(keyword, library.files)];
    if (ours !== theirs) throw new Error(`"${keyword}": ${String(ours)} talks, grep says ${String(theirs)}`);
  }
  const timesOf = async (find: (keyword: string) => Promise<number>) => {
    const times: number[] = [];
    for (const keyword of keywords) times.push(await elapsed(() => find(keyword)));
    return times;
  };
  const ways = {
    measured: () => timesOf(search),
    reference: () => timesOf((keyword) => grep(keyword, library.files)),
  };
  await interleave(warmUps, ways);
  const { measured, reference } = await interleave(rounds, ways);
  rpc.close();
  const [ours, theirs] = [quantile(measured.flat(), 0.95), quantile(reference.flat(), 0.95)];
  return {
    name: `search of ${hours.toLocaleString('en')} hours, p95`,
    measured: { value: ours, unit: 'ms' },
    reference: { value: theirs, unit: 'ms of grep -ic' },
    ratio: ours / theirs,
    bound: '≤ 1 ×',
    isMet: ours <= theirs,
    note: `p50 ${quantile(measured.flat(), 0.5).toFixed(1)} and ${quantile(reference.flat(), 0.5).toFixed(1)} ms; ${String(keywords.length)} keywords, both find the same talks`,
  };
}

function costs({ bytes }: SpokenLibrary, served: ServedLibrary): Result[] {
  return [
    {
      name: `first search of ${hours.toLocaleString('en')} hours`,
      measured: { value: served.coldMs, unit: 'ms' },
      note: `${served.coldCpuMs.toFixed(0)} ms of processor time; the event loop is blocked for ${served.maxBlockMs.toFixed(0)} ms at most`,
    },
    {
      name: 'memory of an hour in the search',
      measured: { value: served.bytes / hours / 1_024, unit: 'KiB' },
      reference: { value: bytes / hours / 1_024, unit: 'KiB of text' },
    },
  ];
}

/** @returns the number of files that contain it */
async function grep(keyword: string, files: readonly string[]): Promise<number> {
  const child = spawn('grep', ['-ic', keyword, ...files], {
    env: { ...process.env, LC_ALL: 'C' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let counts = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (counts += text));
  await once(child, 'close');
  return counts.split('\n').filter((line) => /:[1-9]\d*$/.test(line)).length;
}
