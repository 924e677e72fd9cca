import { readFileSync } from 'node:fs';
import { cpuSeconds, ticksPerSecond } from './process-cpu.ts';

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
export function watchOtherWork(): () => number {
  const begun = readMachine();
  return () => {
    const now = readMachine();
    const others = now.busy - begun.busy - (now.own - begun.own);
    return Math.max(0, others / Math.max(1, now.all - begun.all));
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
