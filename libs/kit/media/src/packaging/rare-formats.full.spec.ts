import { open, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { defaultMediaLimits } from '../common/limits.ts';
import { sniffMedia, sniffBytes } from '../containers/sniff-media.ts';
import { probe } from '../probing/probe.ts';
import { ffmpeg, makeFolder, makeVideo } from '../testing/fixtures.ts';
import { makeTools } from '../testing/media-tools.ts';
import { ingest, play } from '../testing/packaging.ts';
import { readDecoders } from '../tools/decoders.ts';
import { MediaError } from '../tools/media-error.ts';
import type { MediaTools } from '../tools/media-tools.ts';

jest.setTimeout(120_000);

const durationSeconds = 1;
let folder: Awaited<ReturnType<typeof makeFolder>>;
let tools: MediaTools;
let base: string;

beforeAll(async () => {
  folder = await makeFolder();
  tools = await makeTools();
  base = await makeVideo(path('base.mp4'), durationSeconds);
});
afterAll(() => folder.remove());

const path = (name: string): string => join(folder.path, name);

async function isAccepted(file: string): Promise<boolean> {
  const handle = await open(file);
  const head = await handle.read(Buffer.alloc(sniffBytes), 0, sniffBytes, 0);
  await handle.close();
  return sniffMedia(head.buffer.subarray(0, head.bytesRead)) === 'media';
}

async function addCover(kind: string): Promise<void> {
  await ffmpeg('-f', 'lavfi', '-i', 'color=red:s=64x64', '-frames:v', '1', path(`cover.${kind}`));
  const streams = ['-map', '0:a', '-map', '1', '-c:v', 'copy', '-disposition:v', 'attached_pic'];
  await ffmpeg('-i', base, '-i', path(`cover.${kind}`), ...streams, path(`${kind}.mp3`));
}

describe('recordings of older programs and devices play', () => {
  test.each([
    ['flash.flv', ['-c:v', 'flv', '-c:a', 'mp3', '-ar', '44100']],
    ['copied.flv', ['-c', 'copy']],
    ['camcorder.m2ts', ['-c:v', 'copy', '-c:a', 'ac3', '-mpegts_m2ts_mode', '1']],
    ['dv.avi', ['-target', 'pal-dv', '-f', 'avi']],
    ['tape.dv', ['-target', 'pal-dv', '-pix_fmt', 'yuv420p']],
    ['divx3.avi', ['-c:v', 'msmpeg4', '-c:a', 'mp3']],
    ['divx2.avi', ['-c:v', 'msmpeg4v2', '-c:a', 'adpcm_ms']],
    ['phone.3gp', ['-c:v', 'h263', '-s', '352x288', '-c:a', 'aac']],
    ['old.wmv', ['-c:v', 'wmv2', '-c:a', 'wmav1']],
    ['edited.mov', ['-c:v', 'dnxhd', '-profile:v', 'dnxhr_lb', '-pix_fmt', 'yuv422p', '-s', '320x192']],
    ['cineform.mov', ['-c:v', 'cfhd', '-pix_fmt', 'yuv422p10le', '-s', '320x192']],
    ['camera.mxf', ['-c:v', 'mpeg2video', '-c:a', 'pcm_s16le', '-ar', '48000']],
    ['cinema.mkv', ['-c:v', 'copy', '-c:a', 'dca', '-strict', '-2']],
    ['disc.vob', ['-c:v', 'mpeg2video', '-c:a', 'ac3']],
  ])('%s', async (name, options) => {
    await ffmpeg('-i', base, ...options, path(name));
    expect(await isAccepted(path(name))).toBe(true);
    const { playlist } = await ingest(tools, path(name), folder.path);
    const { streams, seconds } = await play(playlist);
    expect(streams.map((stream) => stream.codec_name).sort()).toEqual(['aac', 'h264']);
    expect(Math.abs(seconds - durationSeconds)).toBeLessThan(0.3);
  });

  test.each([
    ['voice.aiff', ['-c:a', 'pcm_s16be']],
    ['compressed.aifc', ['-c:a', 'adpcm_ima_qt', '-f', 'aiff']],
    ['memo.caf', ['-c:a', 'alac']],
    ['dictation.wav', ['-c:a', 'adpcm_ima_wav']],
    ['studio.wav', ['-c:a', 'pcm_f64le']],
    ['large.wav', ['-rf64', 'always', '-c:a', 'pcm_s16le']],
    ['studio.mov', ['-c:a', 'pcm_s32be']],
    ['voice.wma', ['-c:a', 'wmav2']],
    ['cinema.dts', ['-c:a', 'dca', '-strict', '-2']],
    ['cinema.ac3', ['-c:a', 'ac3']],
    ['studio.w64', ['-c:a', 'pcm_s16le']],
    ['studio.au', ['-c:a', 'pcm_s16be']],
    ['voice.mka', ['-c:a', 'truehd', '-strict', '-2']],
  ])('%s', async (name, options) => {
    await ffmpeg('-i', base, '-vn', ...options, path(name));
    expect(await isAccepted(path(name))).toBe(true);
    const { media, playlist } = await ingest(tools, path(name), folder.path);
    expect(media).toMatchObject({ codecs: 'mp4a.40.2', video: undefined });
    expect(Math.abs((await play(playlist)).seconds - durationSeconds)).toBeLessThan(0.3);
  });
});

test('a phone recorder: AMR', async () => {
  const frame = Buffer.alloc(32, 0x55).fill(0x3c, 0, 1);
  await writeFile(
    path('call.amr'),
    Buffer.concat([Buffer.from('#!AMR\n'), ...Array.from({ length: 50 }, () => frame)]),
  );
  expect(await isAccepted(path('call.amr'))).toBe(true);
  const { playlist } = await ingest(tools, path('call.amr'), folder.path);
  expect(Math.abs((await play(playlist)).seconds - durationSeconds)).toBeLessThan(0.3);
});

test('WAV of broadcasters: BW64', async () => {
  await ffmpeg('-i', base, '-vn', '-rf64', 'always', path('rf64.wav'));
  const bytes = await readFile(path('rf64.wav'));
  await writeFile(path('bw64.wav'), Buffer.concat([Buffer.from('BW64'), bytes.subarray(4)]));
  expect(await isAccepted(path('bw64.wav'))).toBe(true);
  const { playlist } = await ingest(tools, path('bw64.wav'), folder.path);
  expect(Math.abs((await play(playlist)).seconds - durationSeconds)).toBeLessThan(0.3);
});

test.each(['.mp3', '.ts', '.mpg', '.aac'])('a %s file that was cut in a packet', async (extension) => {
  await ffmpeg('-i', base, path(`cut${extension}`));
  const bytes = await readFile(path(`cut${extension}`));
  await writeFile(path(`cut${extension}`), bytes.subarray(77));
  expect(await isAccepted(path(`cut${extension}`))).toBe(true);
  const { playlist } = await ingest(tools, path(`cut${extension}`), folder.path);
  expect(Math.abs((await play(playlist)).seconds - durationSeconds)).toBeLessThan(0.6);
});

test.each(['bmp', 'tiff'])('a cover picture in the format %s is ignored', async (format) => {
  await addCover(format);
  const { media } = await ingest(tools, path(`${format}.mp3`), folder.path);
  expect(media).toMatchObject({ video: undefined });
});

describe('a recording that begins late has the length that it plays', () => {
  test.each([
    ['late.mp4', '5'],
    ['late.mkv', '50000'],
    ['late.ts', '50'],
    ['late.flv', '50'],
  ])('%s, by %s s', async (name, offset) => {
    await ffmpeg('-itsoffset', offset, '-i', base, '-c', 'copy', path(name));
    const { media, playlist } = await ingest(tools, path(name), folder.path);
    expect(media.duration).toBeCloseTo(durationSeconds, 0);
    expect(Math.abs((await play(playlist)).seconds - durationSeconds)).toBeLessThan(0.3);
  });
});

describe('the error for an unsupported file gives the reason', () => {
  test('the name of the codec', async () => {
    await ffmpeg('-i', base, '-an', '-t', '0.2', '-c:v', 'magicyuv', path('magic.avi'));
    await expect(probe(tools, path('magic.avi'), defaultMediaLimits)).rejects.toThrow(
      'codec that is not supported (magicyuv)',
    );
  });

  test('an unsupported sample rate', async () => {
    await writeFile(path('silence.raw'), Buffer.alloc(96_000));
    const form = ['-f', 's16le', '-ar', '10', '-ac', '1'];
    await ffmpeg(...form, '-i', path('silence.raw'), '-c', 'copy', path('slow.wav'));
    await expect(probe(tools, path('slow.wav'), defaultMediaLimits)).rejects.toThrow(/sample rate/);
  });
});

test('megabytes of tags are not read', async () => {
  const title = 'x'.repeat(6_000_000);
  await writeFile(path('tags.txt'), `;FFMETADATA1\ntitle=${title}\n`);
  await ffmpeg('-i', base, '-i', path('tags.txt'), '-map_metadata', '1', '-c', 'copy', path('tags.mkv'));
  expect((await probe(tools, path('tags.mkv'), defaultMediaLimits)).duration).toBeCloseTo(durationSeconds, 0);
});

test.each(['', '{"streams": [{', '{"streams": []}'])(
  'an unreadable report (%p) is a permanent failure',
  async (text) => {
    const reporter = {
      ffprobe: () => Promise.resolve(text),
      decoders: () => Promise.resolve(readDecoders('')),
    } as unknown as MediaTools;
    await expect(probe(reporter, base, defaultMediaLimits)).rejects.toBeInstanceOf(MediaError);
  },
);
