import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Creates a temporary folder; `remove` deletes it. */
export async function makeFolder(): Promise<{ path: string; remove: () => Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'video-engine-'));
  return { path, remove: () => rm(path, { recursive: true, force: true, maxRetries: 5 }) };
}

/** Test files by the options that made them: all specs run in one process. */
const generated = new Map<string, Promise<string>>();
let generatedFolder: string | undefined;

/**
 * Runs the system's ffmpeg without restrictions, to create the file that the last argument names. A file that is made of no
 * other file is made once and copied afterwards.
 */
export async function ffmpeg(...args: string[]): Promise<void> {
  const [target = '', options] = [args.at(-1), args.slice(0, -1)];
  if (options.some((option) => option.includes(tmpdir()))) {
    await runFfmpeg(args);
    return;
  }
  const key = [...options, extname(target)].join(' ');
  const source = generated.get(key) ?? generate(options, extname(target));
  generated.set(key, source);
  await copyFile(await source, target);
}

async function generate(options: readonly string[], extension: string): Promise<string> {
  if (generatedFolder === undefined) {
    const folder = mkdtempSync(join(tmpdir(), 'video-engine-'));
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
    generatedFolder = folder;
  }
  const path = join(generatedFolder, `${generated.size}${extension}`);
  await runFfmpeg([...options, path]);
  return path;
}

async function runFfmpeg(args: readonly string[]): Promise<void> {
  await run('ffmpeg', ['-nostdin', '-v', 'error', '-y', ...args], { maxBuffer: 1 << 24 });
}

/** Creates a video in MPEG-4, which packaging has to encode: a second of a moving picture with a tone, repeated. */
export async function makeSlowVideo(path: string, size: string, seconds: number): Promise<string> {
  const second = `${path}.second.mkv`;
  await ffmpeg(
    ...['-f', 'lavfi', '-i', `testsrc2=s=${size}:r=25:d=1`, '-f', 'lavfi', '-i', 'sine=d=1'],
    ...['-c:v', 'mpeg4', '-q:v', '5', '-c:a', 'pcm_s16le', second],
  );
  await ffmpeg('-stream_loop', String(seconds - 1), '-i', second, '-c', 'copy', '-t', String(seconds), path);
  return path;
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

/** Creates a video of noise, 4 MiB for each second, which packaging copies. */
export async function makeLargeVideo(path: string, seconds: number): Promise<string> {
  await ffmpeg(
    ...['-f', 'lavfi', '-i', `testsrc2=s=640x360:r=25:d=${seconds},noise=alls=60:allf=t`],
    ...['-f', 'lavfi', '-i', `sine=f=440:d=${seconds}`],
    ...['-c:v', 'libx264', '-preset', 'ultrafast', '-crf', '18', '-pix_fmt', 'yuv420p', '-g', '25'],
    ...['-c:a', 'aac', '-shortest', '-movflags', '+faststart', path],
  );
  return path;
}
