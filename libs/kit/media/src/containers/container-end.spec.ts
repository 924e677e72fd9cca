import { appendFile, copyFile, readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { ffmpeg, makeFolder, makeVideo } from '../testing/fixtures.ts';
import { inFullRun } from '../testing/full-run.ts';
import { checkEnd } from './container-end.ts';

let folder: Awaited<ReturnType<typeof makeFolder>>;
let base: string;

beforeAll(async () => {
  folder = await makeFolder();
  base = await makeVideo(path('base.mp4'), 1);
});
afterAll(() => folder.remove());

const path = (name: string): string => join(folder.path, name);

test.each([
  ['whole.mp4', 'mov,mp4', ['-c', 'copy'], 'cut'],
  ['pieces.mp4', 'mov,mp4', ['-c', 'copy', '-movflags', '+frag_keyframe+empty_moov'], 'unfinished'],
  ['indexed.mp4', 'mov,mp4', ['-c', 'copy', '-movflags', '+frag_keyframe+empty_moov+global_sidx'], 'cut'],
  ['whole.mkv', 'matroska,webm', ['-c', 'copy'], 'cut'],
  ['live.mkv', 'matroska,webm', ['-c', 'copy', '-live', '1'], 'unfinished'],
  ['whole.avi', 'avi', ['-c', 'copy'], 'cut'],
  ['whole.wav', 'wav', ['-vn'], 'cut'],
  [
    'odd.wav',
    'wav',
    ['-vn', '-ac', '1', '-c:a', 'pcm_u8', '-frames:a', '1', '-af', 'asetnsamples=1001'],
    'cut',
  ],
  ['whole.ts', 'mpegts', ['-c', 'copy'], 'unfinished'],
  ['camcorder.m2ts', 'mpegts', ['-c', 'copy', '-mpegts_m2ts_mode', '1'], 'unfinished'],
])('%s is complete, and not without its last byte', async (name, format, options, expected) => {
  await ffmpeg('-i', base, ...options, path(name));
  expect(await checkEnd(path(name), format)).toBe('whole');
  const { size } = await stat(path(name));
  // The last byte of an odd RIFF chunk is padding, and a segment index names no boxes after the last fragment.
  const beyond = { 'odd.wav': 1, 'indexed.mp4': size >> 2 }[name] ?? 0;
  await truncate(path(name), size - 1 - beyond);
  expect(await checkEnd(path(name), format)).toBe(expected);
});

test('data after a complete MP4 does not count as a part of it', async () => {
  await copyFile(base, path('junk.mp4'));
  await appendFile(path('junk.mp4'), 'hello world, said the uploader');
  expect(await checkEnd(path('junk.mp4'), 'mov,mp4')).toBe('whole');
});

test('a live recording that ends in the middle of a part is not finished', async () => {
  await ffmpeg('-i', base, '-c:v', 'libvpx', '-deadline', 'realtime', '-an', '-live', '1', path('live.webm'));
  const { size } = await stat(path('live.webm'));
  await truncate(path('live.webm'), size >> 1);
  expect(await checkEnd(path('live.webm'), 'matroska,webm')).toBe('unfinished');
});

test.each([0x7fff_f024, 0x8000_0000, ...inFullRun([0, 0x7fff_ffff, 0xffff_ffff])])(
  'a WAV streamed to a pipe, with the length %d, declares no end',
  async (length) => {
    await ffmpeg('-i', base, '-vn', path('pipe.wav'));
    const bytes = await readFile(path('pipe.wav'));
    bytes.writeUInt32LE(length, bytes.indexOf('data') + 4);
    await writeFile(path('pipe.wav'), bytes);
    expect(await checkEnd(path('pipe.wav'), 'wav')).toBe('whole');
  },
);

test.each(['mov,mp4', 'matroska,webm', 'avi', 'wav', 'mpegts', 'mp3'])(
  'an empty file and noise declare no end as %s',
  async (format) => {
    await writeFile(path('empty'), '');
    await writeFile(path('noise'), Buffer.alloc(5000, 0x2a));
    expect(await checkEnd(path('empty'), format)).toBe('whole');
    expect(await checkEnd(path('noise'), format)).toBe('whole');
  },
);

test('any bytes after the beginning of a container have an end', async () => {
  const heads: Record<string, string> = {
    'mov,mp4': '00000010667479706d703432000000000000002c73696478',
    'matroska,webm': '1a45dfa38018538067ff',
    avi: '52494646ffffff0f41564920',
    wav: '52494646000000005741564564617461',
    mpegts: '47',
  };
  const bytes = fc.uint8Array({ maxLength: 400 });
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...Object.entries(heads)), bytes, async ([format, head], rest) => {
      await writeFile(path('any'), Buffer.concat([Buffer.from(head, 'hex'), rest]));
      expect(['whole', 'unfinished', 'cut']).toContain(await checkEnd(path('any'), format));
    }),
  );
});
