import { readFileSync } from 'node:fs';

/** Reads an environment variable of a running process. @throws if it is not set */
export function variableOf(pid: number, name: string): string {
  const variables = readFileSync(`/proc/${String(pid)}/environ`, 'utf8').split('\0');
  const value = variables.find((variable) => variable.startsWith(`${name}=`))?.slice(name.length + 1);
  if (value === undefined) throw new Error(`the process ${String(pid)} has no ${name}`);
  return value;
}
