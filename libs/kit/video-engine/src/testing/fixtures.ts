import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Creates a temporary folder; `remove` deletes it. */
export async function makeFolder(): Promise<{ path: string; remove: () => Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'video-engine-'));
  return { path, remove: () => rm(path, { recursive: true, force: true, maxRetries: 5 }) };
}

/** Runs the system's ffmpeg without restrictions, to create test files. */
export async function ffmpeg(...args: string[]): Promise<void> {
  await run('ffmpeg', ['-nostdin', '-v', 'error', '-y', ...args], { maxBuffer: 1 << 24 });
}

/** Creates a moving test picture with a tone, H.264 and AAC, which packaging copies. */
export async function makeVideo(path: string, seconds: number, size = '320x180'): Promise<string> {
  await ffmpeg(
    ...['-f', 'lavfi', '-i', `testsrc2=s=${size}:r=25:d=${seconds}`],
    ...['-f', 'lavfi', '-i', `sine=f=440:d=${seconds}`],
    ...['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-g', '50'],
    ...['-c:a', 'aac', '-shortest', '-movflags', '+faststart', path],
  );
  return path;
}
