import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts processor time in these. */
export const ticksPerSecond = 100;

interface Times {
  readonly parent: number;
  readonly ticks: number;
}

/** Seconds of processor time of a process and all it started, those that have ended included. */
export function cpuSeconds(pid: number): number {
  const times = readAll();
  const isBelow = (id: number): boolean => {
    const parent = times.get(id)?.parent;
    return id === pid || (parent !== undefined && parent > 1 && isBelow(parent));
  };
  const ticks = [...times].filter(([id]) => isBelow(id)).reduce((sum, [, own]) => sum + own.ticks, 0);
  return ticks / ticksPerSecond;
}

function readAll(): Map<number, Times> {
  const all = new Map<number, Times>();
  for (const name of readdirSync('/proc')) {
    const times = /^\d+$/.test(name) ? readTimes(name) : undefined;
    if (times) all.set(Number(name), times);
  }
  return all;
}

/** A process may end while it is looked at. */
function readTimes(name: string): Times | undefined {
  try {
    const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
    // The second field is the program's name in brackets, and may hold anything.
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    // Parent, then time in user and system mode: its own, then that of its ended children.
    const [, parent = 0] = fields;
    return { parent, ticks: fields.slice(11, 15).reduce((sum, ticks) => sum + ticks, 0) };
  } catch {
    return undefined;
  }
}
