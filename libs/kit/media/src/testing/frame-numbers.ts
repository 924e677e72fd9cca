import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { ffmpeg } from './fixtures.ts';

const run = promisify(execFile);
/** Bits of a frame number; each is a block of the picture. */
const numberBits = 10;
const blockPixels = 16;

/** ffmpeg options for a picture source in which every frame shows its number; `rate` in frames per second. */
export function numberedFrames(rate: string, seconds: number): string[] {
  const size = `${numberBits * blockPixels}x${blockPixels}`;
  const bit = `if(bitand(N\\,pow(2\\,floor(X/${blockPixels})))\\,235\\,16)`;
  return ['-f', 'lavfi', '-i', `color=black:s=${size}:r=${rate}:d=${seconds},geq=lum=${bit}:cb=128:cr=128`];
}

/** Reads the frames of a file in order: the number that each shows, and its presentation time in seconds. */
export async function readFrames(file: string): Promise<{ number: number; time: number }[]> {
  const raw = `${file}.raw`;
  const [, shown] = await Promise.all([
    ffmpeg('-i', file, '-fps_mode', 'passthrough', '-pix_fmt', 'gray', '-f', 'rawvideo', raw),
    run('ffprobe', [
      ...['-v', 'error', '-select_streams', 'V:0', '-show_entries', 'frame=pts_time'],
      ...['-of', 'csv=p=0', file],
    ]),
  ]);
  const pixels = await readFile(raw);
  const times = shown.stdout.trim().split(/\s+/).map(Number.parseFloat);
  return times.map((time, index) => ({
    time,
    number: numberAt(pixels, index * numberBits * blockPixels * blockPixels),
  }));
}

function numberAt(pixels: Buffer, begin: number): number {
  const middle = begin + (blockPixels / 2) * numberBits * blockPixels + blockPixels / 2;
  return Array.from({ length: numberBits }, (_, bit) =>
    (pixels[middle + bit * blockPixels] ?? 0) > 128 ? 2 ** bit : 0,
  ).reduce((sum, value) => sum + value, 0);
}
