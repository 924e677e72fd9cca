import type { Benchmark, Result } from './benchmark.ts';
import { absenceBenchmark } from './benchmarks/absence.benchmark.ts';
import { adminBenchmark } from './benchmarks/admin.benchmark.ts';
import { chaptersBenchmark } from './benchmarks/chapters.benchmark.ts';
import { clipsBenchmark } from './benchmarks/clips.benchmark.ts';
import { costBenchmark } from './benchmarks/cost.benchmark.ts';
import { deliveryBenchmark } from './benchmarks/delivery.benchmark.ts';
import { gatewayTcpBenchmark } from './benchmarks/gateway-tcp.benchmark.ts';
import { gatewayBenchmark } from './benchmarks/gateway.benchmark.ts';
import { memoryBenchmark } from './benchmarks/memory.benchmark.ts';
import { packagingBenchmark } from './benchmarks/packaging.benchmark.ts';
import { pollingBenchmark } from './benchmarks/polling.benchmark.ts';
import { readsAndKafkaBenchmark } from './benchmarks/reads-and-kafka.benchmark.ts';
import { saveBenchmark } from './benchmarks/save.benchmark.ts';
import { searchBenchmark } from './benchmarks/search.benchmark.ts';
import { serviceMemoryBenchmark } from './benchmarks/service-memory.benchmark.ts';
import { startBenchmark } from './benchmarks/start.benchmark.ts';
import { thumbnailBenchmark } from './benchmarks/thumbnail.benchmark.ts';
import { uploadBenchmark } from './benchmarks/upload.benchmark.ts';
import { watchOtherWork } from './measuring/other-work.ts';
import { printTable } from './report/print-table.ts';
import { writeResults } from './report/write-results.ts';

const benchmarks: readonly Benchmark[] = [
  uploadBenchmark,
  memoryBenchmark,
  packagingBenchmark,
  thumbnailBenchmark,
  clipsBenchmark,
  chaptersBenchmark,
  gatewayBenchmark,
  searchBenchmark,
  pollingBenchmark,
  startBenchmark,
  costBenchmark,
  deliveryBenchmark,
  gatewayTcpBenchmark,
  saveBenchmark,
  adminBenchmark,
  serviceMemoryBenchmark,
  readsAndKafkaBenchmark,
  absenceBenchmark,
];

function choose(names: readonly string[]): readonly Benchmark[] {
  const unknown = names.find((name) => !benchmarks.some((benchmark) => benchmark.name === name));
  if (unknown !== undefined) {
    const known = benchmarks.map(({ name }) => name).join(', ');
    process.stderr.write(`Unknown benchmark "${unknown}". Known benchmarks: ${known}.\n`);
    process.exit(1);
  }
  return names.length === 0 ? benchmarks : benchmarks.filter(({ name }) => names.includes(name));
}

const names = process.argv.slice(2);
const results: Result[] = [];
let isComplete = true;
for (const benchmark of choose(names)) {
  process.stdout.write(`measuring ${benchmark.name} … `);
  const otherWork = watchOtherWork();
  try {
    results.push(...(await benchmark.run()));
    process.stdout.write(`${(100 * otherWork()).toFixed(0)} % of the machine went to other work\n`);
  } catch (error) {
    const { MissingServers } = await import('../../../tools/servers.mjs');
    if (!(error instanceof MissingServers)) throw error;
    // A benchmark that was selected by name and could not run is a failure.
    isComplete &&= names.length === 0 && process.env.CI !== 'true';
    process.stdout.write(`not measured: ${error.message}\n`);
  }
}
printTable(results);
process.stdout.write(`Saved in ${writeResults(results)}\n`);
process.exit(isComplete && results.every(({ isMet }) => isMet !== false) ? 0 : 1);
