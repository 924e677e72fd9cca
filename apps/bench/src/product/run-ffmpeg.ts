import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Runs ffmpeg with these arguments. @throws if it fails */
export async function runFfmpeg(...args: string[]): Promise<void> {
  await run('ffmpeg', ['-nostdin', '-y', '-v', 'error', ...args]);
}
