import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { join, relative } from 'node:path';
import type { Result } from '../benchmark.ts';

const folder = join(import.meta.dirname, '../../results');

/** Writes results and the machine's description as JSON. @returns the path, relative to the current folder */
export function writeResults(results: readonly Result[]): string {
  const at = new Date().toISOString();
  const machine = { node: process.version, processor: cpus()[0]?.model, cores: availableParallelism() };
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${at.replaceAll(':', '-')}.json`);
  writeFileSync(path, `${JSON.stringify({ at, machine, results }, null, 2)}\n`);
  return relative(process.cwd(), path);
}
