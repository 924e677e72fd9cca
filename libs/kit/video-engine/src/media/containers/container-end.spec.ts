import { appendFile, copyFile, readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from '@jest/globals';

import { ffmpeg, makeFolder, makeVideo } from '../../testing/fixtures.ts';
import { inFullRun } from '../../testing/full-run.ts';
import { isCutShort } from './container-end.ts';

let folder: Awaited<ReturnType<typeof makeFolder>>;
let base: string;

beforeAll(async () => {
  folder = await makeFolder();
  base = await makeVideo(path('base.mp4'), 1);
});
afterAll(() => folder.remove());

const path = (name: string): string => join(folder.path, name);

test.each([
  ['whole.mp4', 'mov,mp4', ['-c', 'copy']],
  ['pieces.mp4', 'mov,mp4', ['-c', 'copy', '-movflags', '+frag_keyframe+empty_moov']],
  ['whole.mkv', 'matroska,webm', ['-c', 'copy']],
  ['whole.avi', 'avi', ['-c', 'copy']],
  ['whole.wav', 'wav', ['-vn']],
  ['odd.wav', 'wav', ['-vn', '-ac', '1', '-c:a', 'pcm_u8', '-frames:a', '1', '-af', 'asetnsamples=1001']],
])('%s is complete, and cut short without its last byte', async (name, format, options) => {
  await ffmpeg('-i', base, ...options, path(name));
  expect(await isCutShort(path(name), format)).toBe(false);
  const { size } = await stat(path(name));
  // The last byte of an odd RIFF chunk is padding.
  await truncate(path(name), size - (name === 'odd.wav' ? 2 : 1));
  expect(await isCutShort(path(name), format)).toBe(true);
});

test('data after a complete MP4 does not count as a part of it', async () => {
  await copyFile(base, path('junk.mp4'));
  await appendFile(path('junk.mp4'), 'hello world, said the uploader');
  expect(await isCutShort(path('junk.mp4'), 'mov,mp4')).toBe(false);
});

test('a live recording declares no end', async () => {
  await ffmpeg('-i', base, '-c:v', 'libvpx', '-deadline', 'realtime', '-an', '-live', '1', path('live.webm'));
  const { size } = await stat(path('live.webm'));
  await truncate(path('live.webm'), size >> 1);
  expect(await isCutShort(path('live.webm'), 'matroska,webm')).toBe(false);
});

test.each([0x7fff_f024, 0x8000_0000, ...inFullRun([0, 0x7fff_ffff, 0xffff_ffff])])(
  'a WAV streamed to a pipe, with the length %d, declares no end',
  async (length) => {
    await ffmpeg('-i', base, '-vn', path('pipe.wav'));
    const bytes = await readFile(path('pipe.wav'));
    bytes.writeUInt32LE(length, bytes.indexOf('data') + 4);
    await writeFile(path('pipe.wav'), bytes);
    expect(await isCutShort(path('pipe.wav'), 'wav')).toBe(false);
  },
);

test.each(['mov,mp4', 'matroska,webm', 'avi', 'wav', 'mp3'])(
  'an empty file and noise declare no end as %s',
  async (format) => {
    await writeFile(path('empty'), '');
    await writeFile(path('noise'), Buffer.alloc(5000, 0x2a));
    expect(await isCutShort(path('empty'), format)).toBe(false);
    expect(await isCutShort(path('noise'), format)).toBe(false);
  },
);
