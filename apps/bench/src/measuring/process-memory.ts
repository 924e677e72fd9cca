import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { median } from './statistics.ts';

const sampleEveryMs = 20;

/** MiB of a process that are in memory right now. */
export function residentMiB(pid: number): number {
  const status = readFileSync(`/proc/${String(pid)}/status`, 'utf8');
  const kib = /^VmRSS:\s+(\d+) kB/m.exec(status)?.[1];
  if (kib === undefined) throw new Error(`the memory of process ${String(pid)} cannot be read`);
  return Number(kib) / 1024;
}

/** The usual figure of a process over a while. */
export async function restingMiB(pid: number, samples = 25): Promise<number> {
  const seen: number[] = [];
  for (let sample = 0; sample < samples; sample += 1) {
    seen.push(residentMiB(pid));
    await wait(sampleEveryMs);
  }
  return median(seen);
}

/** The most memory a process had while some work went on. */
export async function peakMiB(pid: number, work: () => Promise<unknown>): Promise<number> {
  let peak = residentMiB(pid);
  const timer = setInterval(() => {
    peak = Math.max(peak, residentMiB(pid));
  }, sampleEveryMs);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
  return Math.max(peak, residentMiB(pid));
}
