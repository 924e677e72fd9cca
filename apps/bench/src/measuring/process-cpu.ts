import { readdirSync, readFileSync } from 'node:fs';

/** The unit of processor time in `/proc`. */
export const ticksPerSecond = 100;

interface Times {
  readonly parent: number;
  readonly ticks: number;
}

/** Seconds of processor time of a process and its descendants, including those that have exited. */
export function cpuSeconds(pid: number): number {
  const times = readAll();
  const isDescendant = (id: number): boolean => {
    const parent = times.get(id)?.parent;
    return id === pid || (parent !== undefined && parent > 1 && isDescendant(parent));
  };
  const ticks = [...times].filter(([id]) => isDescendant(id)).reduce((sum, [, own]) => sum + own.ticks, 0);
  return ticks / ticksPerSecond;
}

/** Seconds of processor time of the threads that a process has now, exact to a microsecond. */
export function threadSeconds(pid: number): number {
  const tasks = `/proc/${String(pid)}/task`;
  const nanoseconds = readdirSync(tasks).map((task) => {
    const [onProcessor] = readFileSync(`${tasks}/${task}/schedstat`, 'utf8').split(' ');
    return Number(onProcessor);
  });
  return nanoseconds.reduce((sum, one) => sum + one, 0) / 1e9;
}

function readAll(): Map<number, Times> {
  const all = new Map<number, Times>();
  for (const name of readdirSync('/proc')) {
    const times = /^\d+$/.test(name) ? readTimes(name) : undefined;
    if (times) all.set(Number(name), times);
  }
  return all;
}

/** Undefined if the process exits meanwhile. */
function readTimes(name: string): Times | undefined {
  try {
    const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
    // The second field is the program's name in parentheses and may contain spaces and parentheses.
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    // Parent, then time in user and system mode: its own, then its ended children's.
    const [, parent = 0] = fields;
    return { parent, ticks: fields.slice(11, 15).reduce((sum, ticks) => sum + ticks, 0) };
  } catch {
    return undefined;
  }
}
