import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const prefix = 'vault-rpc-';

/**
 * A folder for this process's socket that only its user may enter: nobody else on the machine can call a service past
 * the gateway. Folders of processes that were killed are removed on the way.
 */
export function makeSocketFolder(parent = tmpdir()): string {
  for (const name of readdirSync(parent)) {
    const pid = Number(new RegExp(`^${prefix}(\\d+)-`).exec(name)?.[1]);
    if (pid > 0 && !isRunning(pid)) removeQuietly(join(parent, name));
  }
  return mkdtempSync(join(parent, `${prefix}${String(process.pid)}-`));
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Somebody else's process may not be asked, but it is there.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Somebody else's folder stays: it is theirs to remove. */
function removeQuietly(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && (error.code === 'EACCES' || error.code === 'EPERM')))
      throw error;
  }
}
