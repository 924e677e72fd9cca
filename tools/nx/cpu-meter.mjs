// The CPU time of a step and of every process it starts. Linux does not add a child's time to its parent if the child
// is killed or the parent does not wait for it, as with a browser's processes. A control group counts all of them.
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

/** Starts to count for this process and its children. @returns a function that stops and returns the CPU seconds */
export function startCpuMeter() {
  for (const kind of kinds) {
    const stop = startInGroup(kind);
    if (stop) return stop;
  }
  const before = childSeconds();
  return () => childSeconds() - before;
}

/** This needs the right to write control groups: root, or a group that is delegated to the user. */
function startInGroup({ line, mount, file, read }) {
  try {
    const own = join(mount, line.exec(readFileSync('/proc/self/cgroup', 'utf8'))[1]);
    // Control groups are not mounted here, so this is a plain folder.
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
        // A process of the step is still ending; the group that stays behind costs nothing.
      }
      return seconds;
    };
  } catch {
    return undefined;
  }
}

/** The CPU time of ended children and their children, from Linux's own count; 0 on other systems. */
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
