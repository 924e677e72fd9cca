import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { hlsFiles } from '../packaging/hls-playlist.ts';
import { ffmpeg } from './fixtures.ts';

const run = promisify(execFile);

/** A recording whose tracks cover different times; in seconds. */
export interface Recording {
  /** When picture and sound begin and end. */
  picture: [start: number, end: number];
  sound: [start: number, end: number];
  /** When the black picture turns white and the silence turns into a tone. */
  signal: number;
}

const pictureSize = '128x72';
const copiedCodecs = ['-c:v', 'libx264', '-preset', 'veryfast', '-bf', '2', '-g', '50', '-c:a', 'aac'];

/** Makes a recording; the name's ending chooses the container. */
export async function makeFlashes(
  path: string,
  { picture, sound, signal }: Recording,
  codecs: readonly string[] = copiedCodecs,
): Promise<string> {
  const at = (start: number): string => (signal - start).toFixed(3);
  const light = `drawbox=color=white:t=fill:enable='gte(t\\,${at(picture[0])})'`;
  const tone = `if(gte(t\\,${at(sound[0])})\\,sin(2764*t)/2\\,0)`;
  await ffmpeg(
    ...['-itsoffset', String(picture[0]), '-f', 'lavfi'],
    ...['-i', `color=black:s=${pictureSize}:r=25:d=${picture[1] - picture[0]},format=yuv420p,${light}`],
    ...['-itsoffset', String(sound[0]), '-f', 'lavfi'],
    ...['-i', `aevalsrc='${tone}':s=48000:d=${sound[1] - sound[0]}`],
    ...['-pix_fmt', 'yuv420p', ...codecs, path],
  );
  return path;
}

/** Finds when the picture turns white and when the tone begins. */
export async function findSignals(
  file: string,
  options: readonly string[] = [],
): Promise<{ flash: number; beep: number }> {
  const { stderr } = await run('ffmpeg', [
    ...['-nostdin', '-copyts', ...options, '-i', file],
    ...(file.endsWith('.wav') ? [] : ['-vf', 'blackdetect=d=0.1:pix_th=0.2']),
    ...['-af', 'silencedetect=n=-30dB:d=0.1', '-f', 'null', '-'],
  ]);
  return {
    flash: Number(/black_end:([\d.]+)/.exec(stderr)?.[1]),
    beep: Number(/silence_end: ([\d.]+)/.exec(stderr)?.[1]),
  };
}

/** Joins the beginning and the fragments of a packaged file, as a player with Media Source receives them. */
export async function joinFragments(playlist: string): Promise<string> {
  const folder = dirname(playlist);
  const [start, media, text] = await Promise.all([
    readFile(join(folder, hlsFiles.start)),
    readFile(join(folder, hlsFiles.media)),
    readFile(playlist, 'utf8'),
  ]);
  const ranges = [...text.matchAll(/^#EXT-X-BYTERANGE:(\d+)@(\d+)/gm)];
  const fragments = ranges.map(([, bytes, from]) =>
    media.subarray(Number(from), Number(from) + Number(bytes)),
  );
  const path = join(folder, 'fragments.mp4');
  await writeFile(path, Buffer.concat([start, ...fragments]));
  return path;
}

/** When a track begins and ends, in seconds, and the longest time from one packet to the next. Ignores edit lists. */
export async function trackTimes(
  file: string,
  track: 'v' | 'a',
): Promise<{ start: number; end: number; longestStep: number }> {
  const { stdout } = await run('ffprobe', [
    ...['-v', 'error', '-ignore_editlist', '1', '-select_streams', track],
    ...['-show_entries', 'packet=pts_time', '-of', 'csv=p=0', file],
  ]);
  const times = stdout
    .split('\n')
    .map(Number.parseFloat)
    .filter(Number.isFinite)
    .sort((a, b) => a - b);
  const steps = times.slice(1).map((time, index) => time - times[index]!);
  return { start: times[0]!, end: times.at(-1)!, longestStep: Math.max(0, ...steps) };
}
