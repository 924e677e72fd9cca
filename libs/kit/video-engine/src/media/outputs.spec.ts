import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';

import type { AssetMedia } from '../catalogue/records.ts';
import { DEFAULT_LIMITS } from '../options.ts';
import { ffmpeg, makeFolder, makeVideo } from '../testing/fixtures.ts';
import { makeTools } from '../testing/media-tools.ts';
import { cutClip } from './cut-clip.ts';
import { drawStoryboard, planStoryboard } from './draw-storyboard.ts';
import { drawWaveform } from './draw-waveform.ts';
import { extractAudio } from './extract-audio.ts';
import { makeRendition } from './make-rendition.ts';
import type { MediaTools } from './media-tools.ts';
import { packageHls } from './package-hls.ts';
import { probe } from './probe.ts';
import { takeThumbnail } from './take-thumbnail.ts';

jest.setTimeout(180_000);

const run = promisify(execFile);
const signal = new AbortController().signal;
let folder: Awaited<ReturnType<typeof makeFolder>>;
let tools: MediaTools;
let count = 0;

beforeAll(async () => {
  folder = await makeFolder();
  tools = await makeTools();
});
afterAll(() => folder.remove());

const path = (name: string): string => join(folder.path, name);

async function ingest(source: string): Promise<{ media: AssetMedia; playlist: string; text: string }> {
  const out = path(`hls-${(count += 1)}`);
  await mkdir(out);
  const facts = await probe(tools, source, DEFAULT_LIMITS);
  const request = { source, facts, folder: out, signal, onProgress: () => undefined };
  const media = await packageHls(tools, request, DEFAULT_LIMITS);
  const playlist = join(out, 'media.m3u8');
  return { media, playlist, text: await readFile(playlist, 'utf8') };
}

/** What a player would see: decodes the packaged stream to the end, and lists its streams. */
async function play(playlist: string): Promise<{ streams: Record<string, unknown>[]; seconds: number }> {
  const probed = await run('ffprobe', ['-v', 'error', '-print_format', 'json', '-show_streams', playlist]);
  const decoded = await run('ffmpeg', [
    ...['-v', 'error', '-xerror', '-progress', 'pipe:1', '-i', playlist, '-f', 'null', '-'],
  ]);
  const times = [...decoded.stdout.matchAll(/out_time_us=(\d+)/g)];
  const { streams } = JSON.parse(probed.stdout) as { streams: Record<string, unknown>[] };
  return { streams, seconds: Number(times.at(-1)?.[1]) / 1e6 };
}

/** Mean colour of a JPEG, or of a box of it. */
async function colour(image: string, crop = 'iw:ih:0:0'): Promise<number[]> {
  const { stdout } = await run(
    'ffmpeg',
    [
      '-v',
      'error',
      '-i',
      image,
      '-vf',
      `crop=${crop},scale=1:1:flags=area,format=rgb24`,
      '-f',
      'rawvideo',
      '-',
    ],
    { encoding: 'buffer' },
  );
  return [...stdout];
}

describe('packaging', () => {
  test.each([
    ['VP9 and Opus in WebM', 'a.webm', ['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-c:a', 'libopus']],
    ['HEVC', 'b.mp4', ['-c:v', 'libx265', '-preset', 'ultrafast', '-c:a', 'aac']],
    ['10 bit H.264', 'c.mp4', ['-c:v', 'libx264', '-pix_fmt', 'yuv420p10le', '-c:a', 'aac']],
    ['MPEG-4 in AVI with MP3', 'd.avi', ['-c:v', 'mpeg4', '-c:a', 'mp3']],
    ['a transport stream', 'e.ts', ['-c', 'copy']],
    ['Matroska', 'f.mkv', ['-c', 'copy']],
    ['sound in 5.1', 'g.mp4', ['-c:v', 'copy', '-c:a', 'aac', '-ac', '6']],
  ])('%s plays to its end as H.264 and AAC', async (_, name, options) => {
    const source = await makeVideo(path(`source-for-${name}.mp4`), 5);
    await ffmpeg('-i', source, ...options, path(name));
    const { media, playlist } = await ingest(path(name));
    const { streams, seconds } = await play(playlist);
    expect(streams.map((stream) => stream.codec_name).sort()).toEqual(['aac', 'h264']);
    expect(streams.find((stream) => stream.codec_name === 'h264')).toMatchObject({ pix_fmt: 'yuv420p' });
    expect(Math.abs(seconds - 5)).toBeLessThan(0.5);
    expect(media.codecs).toMatch(/^avc1\.[0-9a-f]{6},mp4a\.40\.2$/);
  });

  test('copies what fits, bit for bit', async () => {
    const source = await makeVideo(path('fits.mp4'), 5);
    const { playlist } = await ingest(source);
    const hash = async (file: string): Promise<string> =>
      (await run('ffmpeg', ['-v', 'error', '-i', file, '-map', '0:v', '-f', 'md5', '-'])).stdout;
    expect(await hash(playlist)).toBe(await hash(source));
  });

  test('scales down to 1080p, either way up', async () => {
    const wide = path('wide.mp4');
    await ffmpeg(
      '-f',
      'lavfi',
      '-i',
      'testsrc2=s=2560x1440:r=5:d=2',
      '-c:v',
      'libx264',
      '-preset',
      'ultrafast',
      '-pix_fmt',
      'yuv420p',
      wide,
    );
    expect((await ingest(wide)).media.video).toMatchObject({ width: 1920, height: 1080 });
  });

  test('a phone video on its side is shown upright', async () => {
    const flat = await makeVideo(path('flat.mp4'), 2, '320x180');
    const turned = path('turned.mp4');
    await ffmpeg('-i', flat, '-c', 'copy', '-metadata:s:v:0', 'rotate=90', turned);
    const { media, playlist } = await ingest(turned);
    expect(media.video).toMatchObject({ width: 180, height: 320 });
    expect((await play(playlist)).streams[0]).toMatchObject({ width: 180, height: 320 });
    await takeThumbnail(tools, { source: turned, target: path('turned.jpg'), time: 1, width: 90 });
    const size = await run('ffprobe', [
      '-v',
      'error',
      '-show_entries',
      'stream=width,height',
      '-of',
      'csv=p=0',
      path('turned.jpg'),
    ]);
    expect(size.stdout.trim()).toBe('90,160');
  });

  test('silence is no obstacle', async () => {
    const silent = path('silent.mp4');
    await ffmpeg(
      '-f',
      'lavfi',
      '-i',
      'testsrc2=s=160x90:r=25:d=3',
      '-c:v',
      'libx264',
      '-pix_fmt',
      'yuv420p',
      silent,
    );
    const { media } = await ingest(silent);
    expect(media.audio).toBeUndefined();
    expect(media.codecs).toMatch(/^avc1\.[0-9a-f]{6}$/);
  });

  test.each([
    ['mp3', ['-c:a', 'libmp3lame']],
    ['m4a', ['-c:a', 'aac']],
    ['ogg', ['-c:a', 'libvorbis']],
    ['flac', ['-c:a', 'flac']],
    ['wav', ['-c:a', 'pcm_s16le']],
  ])('sound alone plays, from %s, and has a picture', async (format, options) => {
    const source = path(`tone.${format}`);
    await ffmpeg('-f', 'lavfi', '-i', 'sine=d=8', ...options, source);
    const { media, playlist } = await ingest(source);
    expect(media).toMatchObject({ codecs: 'mp4a.40.2', video: undefined });
    expect(Math.abs((await play(playlist)).seconds - 8)).toBeLessThan(0.3);
    await drawWaveform(tools, source, path(`${format}.jpg`), signal);
    const [, , blue = 0] = await colour(path(`${format}.jpg`));
    expect(blue).toBeGreaterThan(40);
  });

  test('a cover picture does not make an audio file a video', async () => {
    const cover = path('cover.jpg');
    await ffmpeg('-f', 'lavfi', '-i', 'color=red:s=64x64', '-frames:v', '1', cover);
    const song = path('song.mp3');
    await ffmpeg(
      '-f',
      'lavfi',
      '-i',
      'sine=d=4',
      '-i',
      cover,
      '-map',
      '0',
      '-map',
      '1',
      '-c:v',
      'copy',
      '-c:a',
      'libmp3lame',
      '-disposition:v',
      'attached_pic',
      song,
    );
    expect((await ingest(song)).media.video).toBeUndefined();
  });

  test('subtitles, a cover and a time code in the file do no harm', async () => {
    const plain = await makeVideo(path('plain.mp4'), 3);
    await writeFile(path('words.srt'), '1\n00:00:00,000 --> 00:00:02,000\nhello\n');
    await ffmpeg('-f', 'lavfi', '-i', 'color=red:s=64x64', '-frames:v', '1', path('cover.png'));
    const rich = path('rich.mp4');
    await ffmpeg(
      ...[
        '-i',
        plain,
        '-i',
        path('words.srt'),
        '-i',
        path('cover.png'),
        '-map',
        '0',
        '-map',
        '1',
        '-map',
        '2',
      ],
      ...[
        '-c',
        'copy',
        '-c:s',
        'mov_text',
        '-disposition:v:1',
        'attached_pic',
        '-timecode',
        '01:00:00:00',
        rich,
      ],
    );
    const { streams } = await play((await ingest(rich)).playlist);
    expect(streams).toHaveLength(2);
  });

  test('frames at uneven times keep their times', async () => {
    const uneven = path('uneven.mp4');
    await ffmpeg(
      '-f',
      'lavfi',
      '-i',
      "testsrc2=s=160x90:r=25:d=8,select='lt(mod(t,2),0.3)'",
      '-fps_mode',
      'vfr',
      '-c:v',
      'libx264',
      '-pix_fmt',
      'yuv420p',
      uneven,
    );
    const { playlist } = await ingest(uneven);
    const times = async (file: string): Promise<string> =>
      (
        await run('ffprobe', [
          '-v',
          'error',
          '-select_streams',
          'v',
          '-show_entries',
          'frame=pts_time',
          '-of',
          'csv=p=0',
          file,
        ])
      ).stdout;
    const [made, given] = [await times(playlist), await times(uneven)].map((text) =>
      text.trim().split('\n').map(Number.parseFloat),
    );
    const origin = (made?.[0] ?? 0) - (given?.[0] ?? 0);
    expect(made?.map((time) => Math.round((time - origin) * 100))).toEqual(
      given?.map((time) => Math.round(time * 100)),
    );
  });

  test('a browser recording, which names no duration, has the one it plays', async () => {
    const recording = path('recorder.webm');
    await ffmpeg(
      ...['-f', 'lavfi', '-i', 'testsrc2=s=160x90:r=10:d=4', '-f', 'lavfi', '-i', 'sine=d=4'],
      ...['-c:v', 'libvpx', '-deadline', 'realtime', '-c:a', 'libopus', '-live', '1', recording],
    );
    expect((await probe(tools, recording, DEFAULT_LIMITS)).duration).toBeUndefined();
    expect((await ingest(recording)).media.duration).toBeCloseTo(4, 0);
  });

  test('sound that outlasts the picture by far is whole, not cut short', async () => {
    const picture = path('short-picture.mp4');
    await ffmpeg(
      '-f',
      'lavfi',
      '-i',
      'testsrc2=s=160x90:r=25:d=3',
      '-f',
      'lavfi',
      '-i',
      'sine=d=12',
      '-c:v',
      'libx264',
      '-pix_fmt',
      'yuv420p',
      '-c:a',
      'aac',
      picture,
    );
    expect((await ingest(picture)).media.duration).toBeCloseTo(12, 0);
  });

  test('key frames a minute apart are encoded anew, so that seeking works', async () => {
    const sparse = path('sparse.mp4');
    await ffmpeg(
      '-f',
      'lavfi',
      '-i',
      'testsrc2=s=160x90:r=10:d=30',
      '-c:v',
      'libx264',
      '-g',
      '9999',
      '-keyint_min',
      '9999',
      '-sc_threshold',
      '0',
      '-pix_fmt',
      'yuv420p',
      sparse,
    );
    const { text } = await ingest(sparse);
    const lengths = [...text.matchAll(/#EXTINF:([\d.]+)/g)].map(([, length]) => Number(length));
    expect(Math.max(...lengths)).toBeLessThan(7);
  });
});

test('a clip begins and ends at the frame asked for', async () => {
  // Each second has a grey of its own, so a frame tells its time.
  const source = path('greys.mp4');
  await ffmpeg(
    '-f',
    'lavfi',
    '-i',
    "color=black:s=64x64:r=10:d=12,format=yuv420p,geq=lum='16+floor(T)*16':cb=128:cr=128",
    '-f',
    'lavfi',
    '-i',
    'sine=d=12',
    '-c:v',
    'libx264',
    '-qp',
    '5',
    '-g',
    '120',
    '-c:a',
    'aac',
    source,
  );
  const facts = await probe(tools, source, DEFAULT_LIMITS);
  const target = path('clip.mp4');
  await cutClip(tools, { source, facts, target, start: 3.5, end: 7, signal, onProgress: () => undefined });
  expect((await probe(tools, target, DEFAULT_LIMITS)).duration).toBeCloseTo(3.5, 1);
  const level = async (file: string, time: number): Promise<number> => {
    const image = path(`level-${time}.png`);
    await ffmpeg('-ss', String(time), '-i', file, '-frames:v', '1', image);
    return (await colour(image))[0] ?? -1;
  };
  for (const [inClip, inSource] of [
    [0, 3.5],
    [0.4, 3.9],
    [0.55, 4.05],
    [3.4, 6.9],
  ] as const) {
    expect(Math.abs((await level(target, inClip)) - (await level(source, inSource)))).toBeLessThan(6);
  }
});

test('a picture is of its time, also behind the last frame', async () => {
  const source = path('colours.mp4');
  await ffmpeg(
    '-f',
    'lavfi',
    '-i',
    'color=red:s=64x64:r=5:d=3',
    '-f',
    'lavfi',
    '-i',
    'color=blue:s=64x64:r=5:d=3',
    '-filter_complex',
    '[0][1]concat=n=2',
    '-c:v',
    'libx264',
    '-pix_fmt',
    'yuv420p',
    source,
  );
  for (const [time, isBlue] of [
    [1, false],
    [4, true],
    [5.99, true],
  ] as const) {
    const target = path(`at-${time}.jpg`);
    await takeThumbnail(tools, { source, target, time, width: 32 });
    const [red = 0, , blue = 0] = await colour(target);
    expect([time, blue > red]).toEqual([time, isBlue]);
  }
});

test('a storyboard shows each time its picture, and holds the last one where key frames are rare', async () => {
  const source = path('parts.mp4');
  await ffmpeg(
    ...[
      '-f',
      'lavfi',
      '-i',
      'color=red:s=64x64:r=5:d=10',
      '-f',
      'lavfi',
      '-i',
      'color=blue:s=64x64:r=5:d=30',
    ],
    ...[
      '-filter_complex',
      '[0][1]concat=n=2',
      '-c:v',
      'libx264',
      '-g',
      '50',
      '-keyint_min',
      '50',
      '-sc_threshold',
      '0',
    ],
    ...['-force_key_frames', '10', '-x264-params', 'keyint=9999', '-pix_fmt', 'yuv420p', source],
  );
  const layout = planStoryboard(40, { width: 64, height: 64 });
  expect(layout).toMatchObject({ tiles: 40, columns: 10, rows: 4, interval: 1 });
  const target = path('parts.jpg');
  await drawStoryboard(tools, { source, target, layout, duration: 40, signal });
  for (const [tile, isBlue] of [
    [0, false],
    [8, false],
    [12, true],
    [39, true],
  ] as const) {
    const [x, y] = [(tile % 10) * layout.width, Math.floor(tile / 10) * layout.height];
    const [red = 0, , blue = 0] = await colour(target, `${layout.width}:${layout.height}:${x}:${y}`);
    expect([tile, blue > red, Math.max(red, blue) > 100]).toEqual([tile, isBlue, true]);
  }
});

test('sound for speech is 16 kHz, mono, and keeps a late start late', async () => {
  const source = path('late.mkv');
  await ffmpeg(
    '-f',
    'lavfi',
    '-i',
    'testsrc2=s=64x64:d=5',
    '-itsoffset',
    '2',
    '-f',
    'lavfi',
    '-i',
    'sine=d=3',
    '-c:v',
    'libx264',
    '-pix_fmt',
    'yuv420p',
    '-c:a',
    'aac',
    source,
  );
  const target = path('late.wav');
  await extractAudio(tools, { source, target, duration: 5, signal });
  const wav = await readFile(target);
  expect([wav.readUInt16LE(22), wav.readUInt32LE(24), wav.readUInt16LE(34)]).toEqual([1, 16_000, 16]);
  const first = wav.subarray(78 + 1000, 78 + 32_000 * 1.8);
  expect(first.every((byte) => byte === 0)).toBe(true);
  expect(wav.length / 32_000).toBeCloseTo(5, 0);
});

describe('static renditions', () => {
  test('the highest is a remux, a smaller one is scaled, a larger one is skipped', async () => {
    const source = await makeVideo(path('base.mp4'), 3, '1280x720');
    const facts = await probe(tools, source, DEFAULT_LIMITS);
    const make = (resolution: 'highest' | '360p' | '1080p' | 'audio-only') =>
      makeRendition(tools, { source, facts, target: path(`${resolution}.mp4`), resolution, signal });
    expect(await make('highest')).toEqual({ width: 1280, height: 720 });
    expect(await make('360p')).toEqual({ width: 640, height: 360 });
    expect(await make('1080p')).toBeUndefined();
    expect(await make('audio-only')).toEqual({});
    expect((await probe(tools, path('audio-only.mp4'), DEFAULT_LIMITS)).video).toBeUndefined();
  });
});
