import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { ffmpeg, makeFolder } from '../testing/fixtures.ts';
import { inFullRun } from '../testing/full-run.ts';
import { makeTools } from '../testing/media-tools.ts';
import { ingest } from '../testing/packaging.ts';
import type { MediaTools } from '../tools/media-tools.ts';

jest.setTimeout(120_000);

const run = promisify(execFile);
let folder: Awaited<ReturnType<typeof makeFolder>>;
let tools: MediaTools;

beforeAll(async () => {
  folder = await makeFolder();
  tools = await makeTools();
});
afterAll(() => folder.remove());

/** Packages a file; returns the path of the file and of the MP4. */
async function packaged(name: string, ...options: string[]): Promise<{ source: string; result: string }> {
  const source = join(folder.path, name);
  await ffmpeg(...options, source);
  return { source, result: (await ingest(tools, source, folder.path)).mp4 };
}

const picture = ['-f', 'lavfi', '-i', 'testsrc2=s=160x90:r=30000/1001:d=14'];
const x264 = ['-c:v', 'libx264', '-preset', 'veryfast', '-pix_fmt', 'yuv420p', '-g', '60'];
const sound = ['-f', 'lavfi', '-i', 'sine=d=12'];

/** The time in seconds and the hash of each decoded picture, after the first one's time. */
async function pictures(file: string): Promise<[number, string][]> {
  const { stdout } = await run('ffmpeg', ['-v', 'error', '-i', file, '-map', '0:v', '-f', 'framemd5', '-']);
  const rate = Number(/^#tb 0: 1001\/(\d+)/m.exec(stdout)?.[1] ?? 30_000) / 1001;
  return stdout
    .split('\n')
    .filter((line) => /^0,/.test(line))
    .map((line) => line.split(',').map((part) => part.trim()))
    .map(([, , time = '', , , hash = '']) => [Number(time) / rate, hash]);
}

async function tracks(file: string): Promise<{ start: number; duration: number; samples: number }[]> {
  const entries = ['-show_entries', 'stream=start_time,duration,nb_frames', '-of', 'json', file];
  const { stdout } = await run('ffprobe', ['-v', 'error', ...entries]);
  const { streams } = JSON.parse(stdout) as { streams: Record<string, string>[] };
  return streams.map(({ start_time: start, duration, nb_frames: samples }) => ({
    start: Number(start),
    duration: Number(duration),
    samples: Number(samples),
  }));
}

test.each([
  ['pictures shown in another order than they are decoded', ['-bf', '3']],
  ...inFullRun([['pictures shown as they are decoded', ['-bf', '0']]]),
])('every picture keeps its time and its content: %s', async (name, options) => {
  const file = `${name.slice(-10).replaceAll(' ', '')}.mp4`;
  const { source, result } = await packaged(file, ...picture, ...sound, ...x264, ...options, '-c:a', 'aac');
  const [before, after] = await Promise.all([pictures(source), pictures(result)]);
  expect(after).toHaveLength(before.length);
  expect(after.map(([, hash]) => hash)).toEqual(before.map(([, hash]) => hash));
  for (const [index, [time]] of before.entries()) expect(after[index]?.[0]).toBeCloseTo(time, 2);
});

test('both tracks declare their real start and length, and sound that begins late begins with silence', async () => {
  const late = ['-itsoffset', '1.5', ...sound];
  const { source, result } = await packaged('late.mp4', ...picture, ...late, ...x264, '-c:a', 'aac');
  const [before, after] = await Promise.all([tracks(source), tracks(result)]);
  expect(after).toHaveLength(2);
  expect(after[0]?.samples).toBe(before[0]?.samples);
  for (const [index, { start, duration }] of before.entries()) {
    expect(after[index]?.start).toBeCloseTo(0, 2);
    expect(Math.abs((after[index]?.duration ?? 0) - (start + duration))).toBeLessThan(0.6);
  }
});

test('any time is found without reading the fragments before it', async () => {
  const { result } = await packaged('seek.mp4', ...picture, ...x264);
  const { stdout } = await run('ffprobe', [
    ...['-v', 'error', '-select_streams', 'v', '-read_intervals', '12%+#1', '-show_entries'],
    ...['packet=pts_time,pos,flags', '-of', 'csv=p=0', result],
  ]);
  const [time, position, flags] = stdout.trim().split(',');
  expect(Number(time)).toBeLessThanOrEqual(12);
  expect(Number(time)).toBeGreaterThan(9);
  expect(Number(position)).toBeGreaterThan((await stat(result)).size / 2);
  expect(flags).toMatch(/^K/);
});
