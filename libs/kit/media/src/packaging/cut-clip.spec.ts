import { execFile } from 'node:child_process';
import { mkdir, mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { defaultMediaLimits } from '../common/limits.ts';
import { probe, probePackaged } from '../probing/probe.ts';
import { ffmpeg, makeFolder } from '../testing/fixtures.ts';
import { numberedFrames, readFrames } from '../testing/frame-numbers.ts';
import { inFullRun } from '../testing/full-run.ts';
import { meanColour } from '../testing/mean-colour.ts';
import { makeTools } from '../testing/media-tools.ts';
import { ingest } from '../testing/packaging.ts';
import type { MediaTools } from '../tools/media-tools.ts';
import { type ClipRequest, cutClip } from './cut-clip.ts';
import { hlsFiles } from './hls-playlist.ts';

jest.setTimeout(180_000);

const run = promisify(execFile);
let folder: Awaited<ReturnType<typeof makeFolder>>;
let tools: MediaTools;

beforeAll(async () => {
  folder = await makeFolder();
  tools = await makeTools();
});
afterAll(() => folder.remove());

const path = (name: string): string => join(folder.path, name);
const sharp = ['-c:v', 'libx264', '-preset', 'veryfast', '-qp', '5', '-g', '400'];
const seconds = 19;

/** Packages a file; returns the path of the result. */
async function packaged(name: string): Promise<string> {
  return (await ingest(tools, path(name), folder.path)).mp4;
}

/** Cuts a packaged file as the engine does; returns the path of the clip. */
async function cut(
  source: string,
  start: number,
  end: number,
  look: Pick<ClipRequest, 'frame' | 'captions'> = {},
): Promise<string> {
  const own = await mkdtemp(path('clip-'));
  const facts = await probePackaged(tools, source, defaultMediaLimits);
  const { video, audio, duration = 0 } = await probe(tools, source, defaultMediaLimits);
  expect([facts.video, facts.audio?.index]).toEqual([video, audio?.index]);
  expect(facts.duration).toBeCloseTo(duration, 3);
  const { signal } = new AbortController();
  const work = join(own, 'hls');
  await mkdir(work);
  const span = { source, facts, folder: work, start, end, ...look, signal, onProgress: () => undefined };
  const media = await cutClip(tools, span, defaultMediaLimits);
  expect(media.duration).toBeCloseTo(end - start, 0);
  return join(work, hlsFiles.media);
}

async function streams(
  file: string,
): Promise<{ codec_type: string; start_time: string; duration: string }[]> {
  const { stdout } = await run('ffprobe', ['-v', 'error', '-print_format', 'json', '-show_streams', file]);
  return (JSON.parse(stdout) as { streams: { codec_type: string; start_time: string; duration: string }[] })
    .streams;
}

test.each([
  ['30000/1001', 30_000 / 1_001],
  ...inFullRun([
    ['25', 25],
    ['60000/1001', 60_000 / 1_001],
  ]),
])(
  'at %s frames per second, the first and the last frame are nearest to the requested times',
  async (rate, exact) => {
    const name = `numbers-${String(Math.round(exact))}.mp4`;
    const sound = ['-f', 'lavfi', '-i', `sine=d=${String(seconds)}`];
    // The source has two key frames, and the clip begins and ends between them.
    await ffmpeg(
      ...numberedFrames(rate, Math.min(seconds, 1_000 / exact)),
      ...sound,
      ...sharp,
      '-c:a',
      'aac',
      path(name),
    );
    const source = await packaged(name);
    for (const [start, end] of [
      [3, 8],
      [12, 14],
    ] as const) {
      const frames = await readFrames(await cut(source, start, end));
      const first = frames[0]!;
      const last = frames.at(-1)!;
      expect(Math.abs(first.number - start * exact)).toBeLessThanOrEqual(0.5);
      expect(Math.abs(last.number + 1 - end * exact)).toBeLessThanOrEqual(0.5);
      expect(frames).toHaveLength(last.number - first.number + 1);
      expect(first.time).toBeLessThan(0.5 / exact);
    }
  },
);

test('picture and sound stay synchronous', async () => {
  const name = 'flash.mp4';
  await ffmpeg(
    ...[
      '-f',
      'lavfi',
      '-i',
      "color=black:s=64x64:r=30000/1001:d=12,geq=lum='if(gte(T,7),235,16)':cb=128:cr=128",
    ],
    ...['-f', 'lavfi', '-i', "aevalsrc='if(gte(t,7),sin(2764*t),0)':d=12:s=48000"],
    ...[...sharp, '-c:a', 'aac', path(name)],
  );
  const clip = await cut(await packaged(name), 5, 10);
  const { stderr } = await run('ffmpeg', [
    ...['-nostdin', '-i', clip, '-vf', 'blackdetect=d=0.1:pix_th=0.2', '-af', 'silencedetect=n=-40dB:d=0.1'],
    ...['-f', 'null', '-'],
  ]);
  const light = Number(/black_end:([\d.]+)/.exec(stderr)?.[1]);
  const sound = Number(/silence_end: ([\d.]+)/.exec(stderr)?.[1]);
  expect(Math.abs(light - 2)).toBeLessThan(0.04);
  expect(Math.abs(light - sound)).toBeLessThan(0.04);
});

test('slides that last long are visible from the start of the clip to its end', async () => {
  const slides = "select='eq(n,0)+eq(n,5)+eq(n,10)+eq(n,15)+eq(n,18)',";
  const source = numberedFrames('1', seconds);
  source[3] = `${source[3] ?? ''},${slides}format=yuv420p`;
  for (const [name, sound] of [
    ['slides.mp4', ['-f', 'lavfi', '-i', `sine=d=${String(seconds)}`, '-c:a', 'aac']],
    ...inFullRun([['silent-slides.mp4', []]]),
  ] as const) {
    const inputs = sound.slice(0, 4);
    await ffmpeg(...source, ...inputs, ...sharp, '-fps_mode', 'vfr', ...sound.slice(4), path(name));
    const clip = await cut(await packaged(name), 7, 17);
    const frames = await readFrames(clip);
    const shownAt = (time: number) => frames.filter((frame) => frame.time <= time + 0.001).at(-1)?.number;
    expect([0, 2.8, 3.1, 7.8, 8.1, 9.8].map(shownAt)).toEqual([5, 5, 10, 10, 15, 15]);
    for (const { start_time: begin, duration } of await streams(clip)) {
      expect(Number(begin)).toBeCloseTo(0, 1);
      expect(Number(duration)).toBeCloseTo(10, 0);
    }
  }
});

test('a clip of an audio file has only audio, exact to the sample', async () => {
  const silence = "aevalsrc='if(gte(t,7),sin(2764*t),0)':d=12:s=44100";
  await ffmpeg('-f', 'lavfi', '-i', silence, '-c:a', 'libmp3lame', path('talk.mp3'));
  const clip = await cut(await packaged('talk.mp3'), 5, 10);
  const [sound, ...more] = await streams(clip);
  expect(more).toEqual([]);
  expect(sound?.codec_type).toBe('audio');
  expect(Number(sound?.duration)).toBeCloseTo(5, 1);
  const detected = await run('ffmpeg', [
    ...['-nostdin', '-i', clip, '-af', 'silencedetect=n=-40dB:d=0.1', '-f', 'null', '-'],
  ]);
  expect(Number(/silence_end: ([\d.]+)/.exec(detected.stderr)?.[1])).toBeCloseTo(2, 1);
});

/** The size of the picture, whose pixels are square. */
async function look(file: string): Promise<[number, number]> {
  const { stdout } = await run('ffprobe', [
    ...['-v', 'error', '-select_streams', 'v', '-show_entries', 'stream=width,height,sample_aspect_ratio'],
    ...['-of', 'csv=p=0', file],
  ]);
  const [width, height, pixel] = stdout.trim().split(',');
  expect(pixel).toBe('1:1');
  return [Number(width), Number(height)];
}
/** The brightness (0 to 255) of a box of the picture at a time. */
async function brightness(file: string, time: number, box: string): Promise<{ mean: number; max: number }> {
  const { stdout } = await run(
    'ffmpeg',
    [
      ...['-v', 'error', '-nostdin', '-ss', String(time), '-i', file, '-frames:v', '1'],
      ...['-vf', `crop=${box},format=gray`, '-f', 'rawvideo', '-'],
    ],
    { encoding: 'buffer' },
  );
  return { mean: stdout.reduce((sum, value) => sum + value, 0) / stdout.length, max: Math.max(...stdout) };
}

test('a frame keeps its part of the picture, and burned captions are visible while they are said', async () => {
  // The left half is black, the right half grey.
  const halves = 'color=black:s=640x360:r=25:d=8,drawbox=x=320:y=0:w=320:h=360:color=gray:t=fill';
  const sound = ['-f', 'lavfi', '-i', 'sine=d=8'];
  await ffmpeg('-f', 'lavfi', '-i', halves, ...sound, ...sharp, '-c:a', 'aac', path('halves.mp4'));
  const source = await packaged('halves.mp4');
  const left = await cut(source, 1, 6, { frame: { aspectRatio: '1:1', centre: 0 } });
  const right = await cut(source, 1, 6, { frame: { aspectRatio: '9:16', centre: 1 } });
  expect([await look(left), await look(right)]).toEqual([
    [360, 360],
    [202, 360],
  ]);
  expect((await brightness(left, 2, '300:300:0:0')).mean).toBeLessThan(30);
  expect((await brightness(right, 2, '200:200:0:0')).mean).toBeGreaterThan(90);
  const captions = [{ start: 2, end: 4, text: '{\\an8\\fs1}Good morning' }];
  const spoken = await cut(source, 1, 6, { frame: { aspectRatio: '9:16', centre: 1 }, captions });
  const words = 'iw:ih/3:0:ih*2/3';
  // White letters on a black box, at the bottom, only while they are said; the override in the words is text.
  for (const time of [0.5, 4.5]) expect((await brightness(spoken, time, words)).max).toBeLessThan(180);
  expect((await brightness(right, 3, words)).max).toBeLessThan(180);
  const said = await brightness(spoken, 3, words);
  expect(said.max).toBeGreaterThan(220);
  expect(said.mean).toBeLessThan((await brightness(right, 3, words)).mean - 5);
  expect((await brightness(spoken, 3, 'iw:ih/3:0:0')).max).toBeLessThan(180);
  expect((await streams(spoken)).map((stream) => stream.codec_type)).toEqual(['video', 'audio']);
});

test('a frame with bars shows the whole picture in the middle, and burned captions below it', async () => {
  // Each corner has a colour of its own.
  const corner = (x: number, y: number, colour: string): string =>
    `drawbox=x=${String(x)}:y=${String(y)}:w=64:h=64:color=${colour}:t=fill`;
  const corners = [
    corner(0, 0, 'red'),
    corner(576, 0, 'lime'),
    corner(0, 296, 'blue'),
    corner(576, 296, 'white'),
  ];
  await ffmpeg(
    ...['-f', 'lavfi', '-i', `color=gray:s=640x360:r=25:d=6,${corners.join(',')}`],
    ...[...sharp, path('corners.mp4')],
  );
  const source = await packaged('corners.mp4');
  const captions = [{ start: 0, end: 4, text: 'Good morning and welcome to all of you' }];
  const frame = { aspectRatio: '9:16', centre: 0, fit: 'bars' } as const;
  const upright = await cut(source, 1, 5, { frame, captions });
  // The picture is 360 by 202 between bars of 219.
  expect(await look(upright)).toEqual([360, 640]);
  const square = await cut(source, 1, 5, { frame: { ...frame, aspectRatio: '1:1' } });
  expect(await look(square)).toEqual([360, 360]);
  for (const [file, top, bars] of [
    [upright, 219, ['360:210:0:0', '360:16:0:424']],
    [square, 79, ['360:72:0:0', '360:72:0:288']],
  ] as const) {
    for (const box of bars) expect((await brightness(file, 2, box)).max).toBeLessThan(32);
    const colourAt = async (x: number, y: number): Promise<string> => {
      const [red = 0, green = 0, blue = 0] = await meanColour(
        file,
        `16:16:${String(x)}:${String(top + y)}`,
        2,
      );
      return [red, green, blue].map((value) => (value > 128 ? 1 : 0)).join('');
    };
    expect([
      await colourAt(6, 6),
      await colourAt(338, 6),
      await colourAt(6, 180),
      await colourAt(338, 180),
    ]).toEqual(['100', '010', '001', '111']);
    expect((await brightness(file, 2, `100:100:130:${String(top + 50)}`)).mean).toBeGreaterThan(90);
  }
  expect((await brightness(upright, 2, '360:212:0:428')).max).toBeGreaterThan(220);
  expect((await brightness(square, 2, '360:72:0:288')).max).toBeLessThan(32);
});

test('an anamorphic picture is cropped as it is shown', async () => {
  const wide = ['-f', 'lavfi', '-i', 'testsrc2=s=360x288:r=25:d=4,setsar=16/11', ...sharp];
  await ffmpeg(...wide, path('wide.mp4'));
  const clip = await cut(await packaged('wide.mp4'), 1, 3, { frame: { aspectRatio: '1:1', centre: 0.5 } });
  expect(await look(clip)).toEqual([288, 288]);
});
