import type { Benchmark, Result } from './benchmark.ts';
import { chaptersBenchmark } from './benchmarks/chapters.benchmark.ts';
import { costBenchmark } from './benchmarks/cost.benchmark.ts';
import { gatewayBenchmark } from './benchmarks/gateway.benchmark.ts';
import { memoryBenchmark } from './benchmarks/memory.benchmark.ts';
import { packagingBenchmark } from './benchmarks/packaging.benchmark.ts';
import { pollingBenchmark } from './benchmarks/polling.benchmark.ts';
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
  chaptersBenchmark,
  gatewayBenchmark,
  pollingBenchmark,
  startBenchmark,
  costBenchmark,
];

function choose(names: readonly string[]): readonly Benchmark[] {
  const unknown = names.find((name) => !benchmarks.some((benchmark) => benchmark.name === name));
  if (unknown !== undefined) {
    const known = benchmarks.map(({ name }) => name).join(', ');
    process.stderr.write(`There is no benchmark "${unknown}". There are: ${known}.\n`);
    process.exit(1);
  }
  return names.length === 0 ? benchmarks : benchmarks.filter(({ name }) => names.includes(name));
}

const results: Result[] = [];
for (const benchmark of choose(process.argv.slice(2))) {
  process.stdout.write(`measuring ${benchmark.name} … `);
  const otherWork = watchOtherWork();
  results.push(...(await benchmark.run()));
  process.stdout.write(`${(100 * otherWork()).toFixed(0)} % of the machine went to other work\n`);
}
printTable(results);
process.stdout.write(`Kept in ${writeResults(results)}\n`);
process.exit(results.every(({ isMet }) => isMet !== false) ? 0 : 1);
