import { statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeOnce } from '../../../../tools/cache-folder.mjs';
import { talk } from '../../../e2e/src/testing/api/talk.ts';
import { runFfmpeg } from './run-ffmpeg.ts';

/** Two minutes of 720p with sound, encoded as a camera does; made once. @returns its path */
export function twoMinutes(): Promise<string> {
  return once('two-minutes.mp4', [
    ...['-f', 'lavfi', '-i', 'testsrc2=s=1280x720:r=25:d=120', '-f', 'lavfi', '-i', 'sine=d=120'],
    ...['-c:v', 'libx264', '-preset', 'veryfast', '-pix_fmt', 'yuv420p', '-g', '50', '-c:a', 'aac'],
  ]);
}

/** 1080p with some noise, as of a camera, whose key frames are too far apart to be copied; made once. @returns its path */
export function fewKeyFrames(seconds: number): Promise<string> {
  return once(`few-key-frames-${String(seconds)}.mp4`, [
    ...['-f', 'lavfi', '-i', 'testsrc2=s=1920x1080:r=30,noise=alls=6:allf=t', '-f', 'lavfi', '-i', 'sine'],
    ...['-t', String(seconds), '-c:v', 'libx264', '-preset', 'veryfast', '-pix_fmt', 'yuv420p'],
    ...['-b:v', '3M', '-g', '600', '-keyint_min', '600', '-sc_threshold', '0', '-c:a', 'aac'],
  ]);
}

/** Two minutes of 720p, looped to half an hour; made once. @returns its path */
export async function halfAnHour(): Promise<string> {
  return once('half-an-hour.mp4', ['-stream_loop', '14', '-i', await twoMinutes(), '-c', 'copy']);
}

/** A spoken talk, looped to that many minutes; made once. @returns its path */
export function longTalk(minutes: number): Promise<string> {
  return once(`talk-${String(minutes)}.mp4`, [
    ...['-stream_loop', '-1', '-i', talk().path, '-t', String(60 * minutes), '-c', 'copy'],
  ]);
}

/** Twenty seconds of noise at 20 Mbit/s, looped to about that many MiB; made once. @returns its path */
export async function noise(mib: number): Promise<string> {
  const part = await once('noise.mp4', [
    ...['-f', 'lavfi', '-i', 'testsrc2=s=1280x720:r=25:d=20,noise=alls=60:allf=t'],
    ...['-f', 'lavfi', '-i', 'sine=d=20', '-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'],
    ...['-g', '50', '-b:v', '20M', '-minrate', '20M', '-maxrate', '20M', '-bufsize', '20M', '-c:a', 'aac'],
  ]);
  const loops = Math.ceil((mib * 1024 * 1024) / statSync(part).size);
  return once(`noise-${String(mib)}.mp4`, ['-stream_loop', String(loops - 1), '-i', part, '-c', 'copy']);
}

function once(name: string, recipe: readonly string[]): Promise<string> {
  return makeOnce(join(tmpdir(), 'vault-bench-media', name), async (folder) => {
    await runFfmpeg(...recipe, '-movflags', '+faststart', join(folder, name));
    return join(folder, name);
  });
}
