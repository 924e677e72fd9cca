// What a step and everything it starts have used of the processor. A program that is killed, or whose parent does not wait
// for it, is missing from what Linux adds up for a parent: a browser's windows are. A control group misses nothing.
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const kinds = [
  {
    line: /^0::(.*)$/m,
    mount: '/sys/fs/cgroup',
    file: 'cpu.stat',
    read: (text) => /usage_usec (\d+)/.exec(text)[1] / 1e6,
  },
  {
    line: /^\d+:cpuacct:(.*)$/m,
    mount: '/sys/fs/cgroup/cpuacct',
    file: 'cpuacct.usage',
    read: (text) => text / 1e9,
  },
];

/** Begins to count for this process and what it starts from now on. @returns ends that and says how many CPU seconds it was */
export function startCpuMeter() {
  for (const kind of kinds) {
    const stop = startInGroup(kind);
    if (stop) return stop;
  }
  const before = childSeconds();
  return () => childSeconds() - before;
}

/** Only who may write control groups can: as root, or where the group was handed to the user. */
function startInGroup({ line, mount, file, read }) {
  try {
    const own = join(mount, line.exec(readFileSync('/proc/self/cgroup', 'utf8'))[1]);
    // No such group here: where it would be is a plain folder.
    if (!existsSync(join(own, 'cgroup.procs'))) return undefined;
    const group = join(own, `vault-step-${process.pid}`);
    mkdirSync(group);
    const usage = () => read(readFileSync(join(group, file), 'utf8'));
    usage();
    writeFileSync(join(group, 'cgroup.procs'), String(process.pid));
    return () => {
      const seconds = usage();
      writeFileSync(join(own, 'cgroup.procs'), String(process.pid));
      try {
        rmdirSync(group);
      } catch {
        // A program of the step is still ending; an empty group costs nothing.
      }
      return seconds;
    };
  } catch {
    return undefined;
  }
}

/** What ended child processes and theirs have used, as Linux counts it; 0 elsewhere. */
function childSeconds() {
  try {
    const stat = readFileSync('/proc/self/stat', 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const ticksPerSecond = 100;
    return (Number(fields[13]) + Number(fields[14])) / ticksPerSecond;
  } catch {
    return 0;
  }
}
