import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { defaultMediaLimits } from '../common/limits.ts';
import { drawWaveform } from '../pictures/draw-waveform.ts';
import { takeThumbnail } from '../pictures/take-thumbnail.ts';
import { probe } from '../probing/probe.ts';
import { ffmpeg, makeFolder, makeVideo } from '../testing/fixtures.ts';
import { inFullRun } from '../testing/full-run.ts';
import { meanColour } from '../testing/mean-colour.ts';
import { makeTools } from '../testing/media-tools.ts';
import { ingest, play } from '../testing/packaging.ts';
import type { MediaTools } from '../tools/media-tools.ts';

jest.setTimeout(180_000);

const run = promisify(execFile);
const durationSeconds = 2;
const { signal } = new AbortController();
let folder: Awaited<ReturnType<typeof makeFolder>>;
let tools: MediaTools;
/** H.264 and AAC, 320x180. */
let base: string;

beforeAll(async () => {
  folder = await makeFolder();
  tools = await makeTools();
  base = await makeVideo(path('base.mp4'), durationSeconds);
});
afterAll(() => folder.remove());

const path = (name: string): string => join(folder.path, name);
/** ffmpeg's options for a generated input. */
const generate = (source: string): string[] => ['-f', 'lavfi', '-i', source];
const h264 = ['-c:v', 'libx264', '-pix_fmt', 'yuv420p'];

const ingestHere = (source: string): ReturnType<typeof ingest> => ingest(tools, source, folder.path);

describe('packaging', () => {
  test.each([
    [
      'VP9 and Opus in WebM',
      'a.webm',
      ['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8', '-c:a', 'libopus'],
    ],
    ['10 bit H.264', 'c.mp4', ['-c:v', 'libx264', '-pix_fmt', 'yuv420p10le', '-c:a', 'aac']],
    ['a transport stream', 'e.ts', ['-c', 'copy']],
    ...inFullRun([
      ['HEVC', 'b.mp4', ['-c:v', 'libx265', '-preset', 'ultrafast', '-c:a', 'aac']],
      ['MPEG-4 in AVI with MP3', 'd.avi', ['-c:v', 'mpeg4', '-c:a', 'mp3']],
      ['Matroska', 'f.mkv', ['-c', 'copy']],
      ['sound in 5.1', 'g.mp4', ['-c:v', 'copy', '-c:a', 'aac', '-ac', '6']],
    ]),
  ])('%s plays to the end as H.264 and AAC', async (_, name, options) => {
    await ffmpeg('-i', base, ...options, path(name));
    const { media, playlist } = await ingestHere(path(name));
    const { streams, seconds } = await play(playlist);
    expect(streams.map((stream) => stream.codec_name).sort()).toEqual(['aac', 'h264']);
    expect(streams.find((stream) => stream.codec_name === 'h264')).toMatchObject({ pix_fmt: 'yuv420p' });
    expect(Math.abs(seconds - durationSeconds)).toBeLessThan(0.5);
    expect(media.codecs).toMatch(/^avc1\.[0-9a-f]{6},mp4a\.40\.2$/);
  });

  test('copies supported streams bit for bit', async () => {
    const { playlist } = await ingestHere(base);
    const hash = async (file: string): Promise<string> =>
      (await run('ffmpeg', ['-v', 'error', '-i', file, '-map', '0:v', '-f', 'md5', '-'])).stdout;
    expect(await hash(playlist)).toBe(await hash(base));
  });

  test('scales down to 1080p', async () => {
    const wide = path('wide.mp4');
    await ffmpeg(...generate('testsrc2=s=2560x1440:r=2:d=1'), ...h264, '-preset', 'ultrafast', wide);
    expect((await ingestHere(wide)).media.video).toMatchObject({ width: 1920, height: 1080 });
  });

  test('a phone video on its side is shown upright', async () => {
    const turned = path('turned.mp4');
    await ffmpeg('-i', base, '-c', 'copy', '-metadata:s:v:0', 'rotate=90', turned);
    const { media, playlist } = await ingestHere(turned);
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

  test('a video without sound is packaged', async () => {
    const silent = path('silent.mp4');
    await ffmpeg(...generate('testsrc2=s=160x90:r=25:d=3'), ...h264, silent);
    const { media } = await ingestHere(silent);
    expect(media.audio).toBeUndefined();
    expect(media.codecs).toMatch(/^avc1\.[0-9a-f]{6}$/);
  });

  test.each([
    ['mp3', ['-c:a', 'libmp3lame']],
    ['m4a', ['-c:a', 'aac']],
    ...inFullRun([
      ['ogg', ['-c:a', 'libvorbis']],
      ['flac', ['-c:a', 'flac']],
      ['wav', ['-c:a', 'pcm_s16le']],
    ]),
  ])('audio only, from %s, plays and has a waveform in bands of colour', async (format, options) => {
    const source = path(`tone.${format}`);
    await ffmpeg('-f', 'lavfi', '-i', 'sine=d=3', ...options, source);
    const { media, playlist } = await ingestHere(source);
    expect(media).toMatchObject({ codecs: 'mp4a.40.2', video: undefined });
    expect(Math.abs((await play(playlist)).seconds - 3)).toBeLessThan(0.3);
    await drawWaveform(tools, source, path(`${format}.jpg`), signal);
    const bandColour = (band: number) => meanColour(path(`${format}.jpg`), `iw/8:8:iw*${band}/8:ih/2-4`);
    const [red = 0, , blue = 0] = await bandColour(0);
    const [nextRed = 0, , nextBlue = 0] = await bandColour(1);
    expect(blue).toBeGreaterThan(red + 40);
    expect(nextRed).toBeGreaterThan(nextBlue + 40);
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
    expect((await ingestHere(song)).media.video).toBeUndefined();
  });

  test('subtitles, a cover and a time code in the file are left out', async () => {
    await writeFile(path('words.srt'), '1\n00:00:00,000 --> 00:00:02,000\nhello\n');
    await ffmpeg('-f', 'lavfi', '-i', 'color=red:s=64x64', '-frames:v', '1', path('cover.png'));
    const rich = path('rich.mp4');
    await ffmpeg(
      ...[
        '-i',
        base,
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
    const { streams } = await play((await ingestHere(rich)).playlist);
    expect(streams).toHaveLength(2);
  });

  test('frames at uneven times keep their times', async () => {
    const uneven = path('uneven.mp4');
    const frames = generate("testsrc2=s=160x90:r=25:d=8,select='lt(mod(t,2),0.3)'");
    await ffmpeg(...frames, '-fps_mode', 'vfr', ...h264, uneven);
    const { playlist } = await ingestHere(uneven);
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
    const [packaged, original] = [await times(playlist), await times(uneven)].map((text) =>
      text.trim().split('\n').map(Number.parseFloat),
    );
    const offset = (packaged?.[0] ?? 0) - (original?.[0] ?? 0);
    expect(packaged?.map((time) => Math.round((time - offset) * 100))).toEqual(
      original?.map((time) => Math.round(time * 100)),
    );
  });

  test('a browser recording, which declares no duration, gets the duration it plays', async () => {
    const recording = path('recorder.webm');
    await ffmpeg(
      ...['-f', 'lavfi', '-i', 'testsrc2=s=160x90:r=10:d=4', '-f', 'lavfi', '-i', 'sine=d=4'],
      ...['-c:v', 'libvpx', '-deadline', 'realtime', '-c:a', 'libopus', '-live', '1', recording],
    );
    expect((await probe(tools, recording, defaultMediaLimits)).duration).toBeUndefined();
    expect((await ingestHere(recording)).media.duration).toBeCloseTo(4, 0);
  });

  test('a file whose sound lasts much longer than its picture is complete, not cut short', async () => {
    const picture = path('short-picture.mp4');
    const tracks = [...generate('testsrc2=s=160x90:r=25:d=3'), ...generate('sine=d=12')];
    await ffmpeg(...tracks, ...h264, '-c:a', 'aac', picture);
    const { media, mp4 } = await ingestHere(picture);
    expect(media.duration).toBeCloseTo(12, 0);
    const entries = ['-select_streams', 'v', '-show_entries', 'stream=duration', '-of', 'csv=p=0', mp4];
    expect(Number((await run('ffprobe', ['-v', 'error', ...entries])).stdout)).toBeCloseTo(12, 0);
  });

  test('a video with rare key frames is re-encoded, so that seeking works', async () => {
    const sparse = path('sparse.mp4');
    await ffmpeg(
      '-f',
      'lavfi',
      '-i',
      'testsrc2=s=160x90:r=2:d=25',
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
    const runs = jest.spyOn(tools, 'ffmpeg');
    const { text } = await ingestHere(sparse);
    // Not copied before: ffmpeg keeps in memory what is between two key frames.
    const outputs = runs.mock.calls.map(([{ output }]) => output);
    runs.mockRestore();
    expect(outputs.filter((options) => options.includes('media.m3u8'))).toHaveLength(1);
    expect(outputs[0]).toContain('libx264');
    const lengths = [...text.matchAll(/#EXTINF:([\d.]+)/g)].map(([, length]) => Number(length));
    expect(Math.max(...lengths)).toBeLessThan(7);
  });
});
