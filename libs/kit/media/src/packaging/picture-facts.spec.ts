import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { ffmpeg, makeFolder } from '../testing/fixtures.ts';
import { inFullRun } from '../testing/full-run.ts';
import { meanColour } from '../testing/mean-colour.ts';
import { makeTools } from '../testing/media-tools.ts';
import { ingest, play } from '../testing/packaging.ts';
import type { MediaTools } from '../tools/media-tools.ts';

jest.setTimeout(300_000);

const run = promisify(execFile);
let folder: Awaited<ReturnType<typeof makeFolder>>;
let tools: MediaTools;

beforeAll(async () => {
  folder = await makeFolder();
  tools = await makeTools();
});
afterAll(() => folder.remove());

const path = (name: string): string => join(folder.path, name);
const colourBars = ['-f', 'lavfi', '-i', 'smptebars=s=224x128:r=5:d=2'];

test.each([['HDR10', 'smpte2084', 'mp4', 203], ...inFullRun([['HLG', 'arib-std-b67', 'mov', 1000]])])(
  '%s becomes the colours of the standard range',
  async (name, transfer, container, white) => {
    const source = path(`${name}.${container}`);
    const toHigh = `setparams=colorspace=bt709:color_primaries=bt709:color_trc=bt709,zscale=t=linear:npl=${white},format=gbrpf32le,zscale=p=bt2020:t=${transfer}:m=bt2020nc:r=tv:npl=${white},format=yuv420p10le`;
    const tags = `log-level=error:colorprim=bt2020:transfer=${transfer}:colormatrix=bt2020nc`;
    await ffmpeg(
      ...colourBars,
      '-vf',
      toHigh,
      '-c:v',
      'libx265',
      '-preset',
      'ultrafast',
      '-x265-params',
      tags,
      source,
    );
    const { mp4, playlist } = await ingest(tools, source, folder.path);
    const { streams } = await play(playlist);
    expect(streams[0]).toMatchObject({
      pix_fmt: 'yuv420p',
      color_transfer: 'bt709',
      color_primaries: 'bt709',
      color_space: 'bt709',
    });
    await ffmpeg(...colourBars, '-frames:v', '1', path('bars.png'));
    for (let bar = 0; bar < 7; bar += 1) {
      const crop = `16:16:${32 * bar + 8}:20`;
      const [expected, actual] = [await meanColour(path('bars.png'), crop), await meanColour(mp4, crop, 1)];
      for (const [index, value] of expected.entries()) {
        expect([name, bar, index, Math.abs((actual[index] ?? -1) - value) < 48, actual]).toEqual([
          ...[name, bar, index, true, actual],
        ]);
      }
    }
  },
);

test.each([
  ['mirrored left to right', [-1, 0, 0, 1], 'right', 'top'],
  ...inFullRun([
    ['mirrored top to bottom', [1, 0, 0, -1], 'left', 'bottom'],
    ['turned upside down', [-1, 0, 0, -1], 'right', 'bottom'],
  ]),
] as const)('a picture that is %s for display is packaged so', async (name, matrix, side, end) => {
  const plain = path('plain.mp4');
  const corner = 'color=red:s=128x64:r=5:d=1,drawbox=w=64:h=32:color=blue:t=fill';
  await ffmpeg('-f', 'lavfi', '-i', corner, '-c:v', 'libx264', '-pix_fmt', 'yuv420p', plain);
  const bytes = await readFile(plain);
  const [a, b, c, d] = matrix;
  // The matrix of the track header.
  const at = bytes.indexOf('tkhd') + 44;
  for (const [index, value] of [a, b, 0, c, d].entries())
    bytes.writeInt32BE(value * 0x1_0000, at + 4 * index);
  const source = path(`${name}.mp4`);
  await writeFile(source, bytes);
  const { mp4 } = await ingest(tools, source, folder.path);
  for (const x of ['left', 'right'] as const) {
    for (const y of ['top', 'bottom'] as const) {
      const crop = `48:20:${x === 'left' ? 8 : 72}:${y === 'top' ? 6 : 38}`;
      const [red = 0, , blue = 0] = await meanColour(mp4, crop);
      expect([x, y, blue > red]).toEqual([x, y, x === side && y === end]);
    }
  }
});

test('a picture whose size changes in mid-recording is fitted, not squeezed', async () => {
  const codec = ['-c:v', 'libvpx', '-deadline', 'realtime', '-cpu-used', '8'];
  const parts = await Promise.all(
    ['128x72', '72x128'].map(async (size) => {
      const part = path(`${size}.ivf`);
      await ffmpeg('-f', 'lavfi', '-i', `color=red:s=${size}:r=10:d=2`, ...codec, part);
      return await readFile(part);
    }),
  );
  const [wide, tall] = parts as [Buffer, Buffer];
  // Headers of a file have 32 bytes; the header of a frame has its length and, after it, its time.
  const frames = Buffer.from(tall.subarray(32));
  for (let frame = 0, at = 0; at < frames.length; frame += 1) {
    frames.writeUInt32LE(20 + frame, at + 4);
    at += 12 + frames.readUInt32LE(at);
  }
  await writeFile(path('both.ivf'), Buffer.concat([wide, frames]));
  await ffmpeg('-i', path('both.ivf'), '-c', 'copy', path('both.webm'));
  const { mp4, media } = await ingest(tools, path('both.webm'), folder.path);
  expect(media.video).toMatchObject({ width: 128, height: 72 });
  const redAt = async (crop: string, time: number): Promise<boolean> =>
    ((await meanColour(mp4, crop, time))[0] ?? 0) > 128;
  expect(await redAt('16:60:4:6', 1)).toBe(true);
  expect(await redAt('16:60:4:6', 3)).toBe(false);
  expect(await redAt('16:60:56:6', 3)).toBe(true);
});

test.each([
  ['camcorder.mp4', ['-flags', '+ildct+ilme', '-c:v', 'libx264', '-x264opts', 'tff=1']],
  // Files of this format do not say that their pictures are interlaced.
  ['cassette.avi', ['-c:v', 'dvvideo']],
])('the interlaced picture of %s has no combs', async (name, encoder) => {
  const order = name.endsWith('avi') ? ['bottom', 'bff'] : ['top', 'tff'];
  const fields = `scroll=horizontal=0.02,tinterlace=mode=interleave_${order[0]},fieldorder=${order[1]}`;
  const source = ['-f', 'lavfi', '-i', 'smptebars=s=720x576:r=50:d=2', '-vf', fields];
  await ffmpeg(...source, '-pix_fmt', 'yuv420p', ...encoder, path(name));
  expect(await combs(path(name))).toBeGreaterThan(30);
  const { mp4 } = await ingest(tools, path(name), folder.path);
  expect(await combs(mp4)).toBe(0);
});

/** How many pictures consist of two fields of different times. */
async function combs(file: string): Promise<number> {
  const { stderr } = await run('ffmpeg', ['-hide_banner', '-i', file, '-vf', 'idet', '-f', 'null', '-']);
  const [, top, bottom] = /Multi frame detection: TFF:\s*(\d+) BFF:\s*(\d+)/.exec(stderr) ?? [];
  return Number(top) + Number(bottom);
}
