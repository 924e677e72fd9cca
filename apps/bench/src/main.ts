import { mkdirSync, writeFileSync, readFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { join, relative } from 'node:path';
import { inspect } from 'node:util';
import { MissingBucketServer } from '../../../tools/servers/bucket-server.mjs';
import { MissingServers } from '../../../tools/servers/servers.mjs';
import { isSmoke, smokeFlag, type Benchmark, type Result, type Quantity } from './measuring/benchmark.ts';
import { absenceBenchmark } from './benchmarks/absence.benchmark.ts';
import { adminBenchmark } from './benchmarks/admin.benchmark.ts';
import { bucketFirstSegmentBenchmark } from './benchmarks/bucket-first-segment.benchmark.ts';
import { bucketLargeBenchmark } from './benchmarks/bucket-large.benchmark.ts';
import { bucketPlayableBenchmark } from './benchmarks/bucket-playable.benchmark.ts';
import { bucketUploadBenchmark } from './benchmarks/bucket-upload.benchmark.ts';
import { captionsBenchmark } from './benchmarks/captions.benchmark.ts';
import { chaptersBenchmark } from './benchmarks/chapters.benchmark.ts';
import { clipsBenchmark, clipWordsBenchmark } from './benchmarks/clips.benchmark.ts';
import { costBenchmark } from './benchmarks/cost.benchmark.ts';
import { encodeBenchmark } from './benchmarks/encode.benchmark.ts';
import { deliveryBenchmark } from './benchmarks/delivery.benchmark.ts';
import { gatewayBenchmark } from './benchmarks/gateway.benchmark.ts';
import { logVolumeBenchmark } from './benchmarks/log-volume.benchmark.ts';
import { memoryBenchmark } from './benchmarks/memory.benchmark.ts';
import { packagingBenchmark } from './benchmarks/packaging.benchmark.ts';
import { pollingBenchmark } from './benchmarks/polling.benchmark.ts';
import { portalBenchmark } from './benchmarks/portal.benchmark.ts';
import { readsAndKafkaBenchmark } from './benchmarks/reads-and-kafka.benchmark.ts';
import { saveBenchmark } from './benchmarks/save.benchmark.ts';
import { searchBenchmark } from './benchmarks/search.benchmark.ts';
import { serviceMemoryBenchmark } from './benchmarks/service-memory.benchmark.ts';
import { signInBenchmark } from './benchmarks/sign-in.benchmark.ts';
import { teamsBenchmark } from './benchmarks/teams.benchmark.ts';
import { thumbnailBenchmark } from './benchmarks/thumbnail.benchmark.ts';
import { uploadBenchmark } from './benchmarks/upload.benchmark.ts';
import { cpuSeconds, ticksPerSecond } from './measuring/process-cpu.ts';

/** Processor time of the whole machine, in seconds. */
interface MachineTime {
  readonly busy: number;
  readonly all: number;
  /** The part of `busy` used by this process and its children. */
  readonly own: number;
}

/**
 * Measures the share of processor time used by other processes: the larger it is, the less reliable raw times are.
 * @returns a function that returns that share since the call, 0 to 1
 */
function watchOtherWork(): () => number {
  const machineAtStart = readMachine();
  return () => {
    const now = readMachine();
    const others = now.busy - machineAtStart.busy - (now.own - machineAtStart.own);
    return Math.max(0, others / Math.max(1, now.all - machineAtStart.all));
  };
}

function readMachine(): MachineTime {
  const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n');
  // user, nice, system, idle, iowait, irq, softirq, steal
  const seconds = line
    .split(/\s+/)
    .slice(1, 9)
    .map((ticks) => Number(ticks) / ticksPerSecond);
  const all = seconds.reduce((sum, value) => sum + value, 0);
  const [, , , idle = 0, waiting = 0] = seconds;
  return { busy: all - idle - waiting, all, own: cpuSeconds(process.pid) };
}

const folder = join(import.meta.dirname, '../results');

/** Writes results and the machine's description as JSON. @returns the path, relative to the current folder */
function writeResults(results: readonly Result[]): string {
  const at = new Date().toISOString();
  const machine = { node: process.version, processor: cpus()[0]?.model, cores: availableParallelism() };
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${at.replaceAll(':', '-')}.json`);
  writeFileSync(path, `${JSON.stringify({ at, machine, results }, null, 2)}\n`);
  return relative(process.cwd(), path);
}

const headings = ['what', 'measured', 'reference', 'ratio', 'bound', 'verdict'];

/** Prints results as a table with notes below it. */
function printTable(results: readonly Result[]): void {
  const rows = [headings, ...results.map(toCells)];
  const widths = headings.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ');
  const [head = [], ...body] = rows;
  const rule = widths.map((width) => '─'.repeat(width)).join('  ');
  const notes = results.flatMap(({ name, note }) => (note === undefined ? [] : [`${name}: ${note}`]));
  const lines = ['', line(head), rule, ...body.map(line), '', ...notes, ''];
  process.stdout.write(`${lines.map((text) => text.trimEnd()).join('\n')}\n`);
}

function toCells({ name, measured, reference, ratio, bound, isMet }: Result): string[] {
  return [
    name,
    formatQuantity(measured),
    reference ? formatQuantity(reference) : '',
    ratio === undefined ? '' : ratio.toFixed(2),
    bound ?? '',
    isMet === undefined ? 'reported' : isMet ? 'met' : 'MISSED',
  ];
}

function formatQuantity({ value, unit }: Quantity): string {
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return `${value.toFixed(digits)} ${unit}`;
}

const benchmarks: readonly Benchmark[] = [
  uploadBenchmark,
  memoryBenchmark,
  packagingBenchmark,
  thumbnailBenchmark,
  clipsBenchmark,
  clipWordsBenchmark,
  chaptersBenchmark,
  captionsBenchmark,
  gatewayBenchmark,
  searchBenchmark,
  pollingBenchmark,
  portalBenchmark,
  costBenchmark,
  encodeBenchmark,
  deliveryBenchmark,
  saveBenchmark,
  adminBenchmark,
  teamsBenchmark,
  signInBenchmark,
  serviceMemoryBenchmark,
  logVolumeBenchmark,
  readsAndKafkaBenchmark,
  absenceBenchmark,
  bucketUploadBenchmark,
  bucketPlayableBenchmark,
  bucketFirstSegmentBenchmark,
  bucketLargeBenchmark,
];

function choose(names: readonly string[]): readonly Benchmark[] {
  const unknown = names.find((name) => !benchmarks.some((benchmark) => benchmark.name === name));
  if (unknown !== undefined) {
    const benchmarkNames = benchmarks.map(({ name }) => name).join(', ');
    process.stderr.write(`Unknown benchmark "${unknown}". Known benchmarks: ${benchmarkNames}.\n`);
    process.exit(1);
  }
  return names.length === 0 ? benchmarks : benchmarks.filter(({ name }) => names.includes(name));
}

const names = process.argv.slice(2).filter((argument) => argument !== smokeFlag);
const results: Result[] = [];
const failures: string[] = [];
for (const benchmark of choose(names)) {
  process.stdout.write(`measuring ${benchmark.name} … `);
  const otherWork = watchOtherWork();
  try {
    results.push(...(await benchmark.run()));
    process.stdout.write(`${(100 * otherWork()).toFixed(0)} % of the machine went to other work\n`);
  } catch (error) {
    // Without its server, a benchmark fails when it was selected by name, or when CI provides the server.
    const isMissing =
      error instanceof MissingBucketServer || (error instanceof MissingServers && process.env.CI !== 'true');
    const isOptional = isMissing && names.length === 0;
    if (!isOptional) failures.push(benchmark.name);
    process.stdout.write(isOptional ? `not measured: ${error.message}\n` : `FAILED: ${inspect(error)}\n`);
  }
}
printTable(results);
if (failures.length > 0) process.stdout.write(`Failed: ${failures.join(', ')}\n`);
if (!isSmoke) process.stdout.write(`Saved in ${writeResults(results)}\n`);
const isMissed = !isSmoke && results.some(({ isMet }) => isMet === false);
process.exit(failures.length > 0 || isMissed ? 1 : 0);
