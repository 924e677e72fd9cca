import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The bare program, told nothing but what is needed. */
export async function runFfmpeg(...args: string[]): Promise<void> {
  await run('ffmpeg', ['-nostdin', '-y', '-v', 'error', ...args]);
}
