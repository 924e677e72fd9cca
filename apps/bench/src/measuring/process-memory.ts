import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { peakOf } from './peak.ts';
import { median } from './statistics.ts';

const sampleEveryMs = 20;

/** Current resident memory of a process, in MiB. */
export function residentMiB(pid: number): number {
  const status = readFileSync(`/proc/${String(pid)}/status`, 'utf8');
  const kib = /^VmRSS:\s+(\d+) kB/m.exec(status)?.[1];
  if (kib === undefined) throw new Error(`the memory of process ${String(pid)} cannot be read`);
  return Number(kib) / 1024;
}

/** Median resident memory of a process over several samples, in MiB. */
export async function restingMiB(pid: number, samples = 25): Promise<number> {
  const measured: number[] = [];
  for (let sample = 0; sample < samples; sample += 1) {
    measured.push(residentMiB(pid));
    await wait(sampleEveryMs);
  }
  return median(measured);
}

/** Peak resident memory of a process while some work runs, in MiB. */
export async function peakMiB(pid: number, work: () => Promise<unknown>): Promise<number> {
  return peakOf(() => residentMiB(pid), sampleEveryMs, work);
}
