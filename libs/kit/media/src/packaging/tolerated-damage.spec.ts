import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { ffmpeg, makeFolder, makeVideo } from '../testing/fixtures.ts';
import { inFullRun } from '../testing/full-run.ts';
import { makeTools } from '../testing/media-tools.ts';
import { ingest, play } from '../testing/packaging.ts';
import { MediaError } from '../tools/media-error.ts';
import type { MediaTools } from '../tools/media-tools.ts';

jest.setTimeout(120_000);

const durationSeconds = 3;
const packetBytes = 188;
let folder: Awaited<ReturnType<typeof makeFolder>>;
let tools: MediaTools;
let mp3: Buffer;
let wav: Buffer;

beforeAll(async () => {
  folder = await makeFolder();
  tools = await makeTools();
  await ffmpeg('-f', 'lavfi', '-i', `sine=d=${durationSeconds}`, path('tone.mp3'));
  await ffmpeg('-i', path('tone.mp3'), path('tone.wav'));
  [mp3, wav] = await Promise.all([readFile(path('tone.mp3')), readFile(path('tone.wav'))]);
});
afterAll(() => folder.remove());

const path = (name: string): string => join(folder.path, name);

async function lengthOf(name: string, content: Buffer): Promise<{ reported: number; played: number }> {
  await writeFile(path(name), content);
  const { media, playlist } = await ingest(tools, path(name), folder.path);
  return { reported: media.duration, played: (await play(playlist)).seconds };
}

describe('damage that players skip does not end a recording', () => {
  test('two MP3s in one file', async () => {
    const { reported, played } = await lengthOf('joined.mp3', Buffer.concat([mp3, mp3]));
    expect(played).toBeCloseTo(2 * durationSeconds, 0);
    expect(reported).toBeCloseTo(2 * durationSeconds, 0);
  });

  test('MP3 with damaged bytes, and with trailing zeros', async () => {
    const bad = Buffer.from(mp3).fill(0xff, 10_000, 10_040);
    expect((await lengthOf('bad.mp3', bad)).played).toBeCloseTo(durationSeconds, 0);
    const padded = Buffer.concat([mp3, Buffer.alloc(4096)]);
    expect((await lengthOf('padded.mp3', padded)).played).toBeCloseTo(durationSeconds, 0);
  });

  test.each([0x7fff_f024, ...inFullRun([0, 0xffff_ffff])])(
    'WAV streamed to a pipe, with the length %d',
    async (length) => {
      const piped = Buffer.from(wav);
      piped.writeUInt32LE(length, piped.indexOf('data') + 4);
      const { reported, played } = await lengthOf(`pipe-${length}.wav`, piped);
      expect([Math.round(reported), Math.round(played)]).toEqual([durationSeconds, durationSeconds]);
    },
  );

  test.each(['ogg', 'mka', ...inFullRun(['flac', 'flv', 'wma', 'aac', 'caf'])])(
    '%s with one bad packet',
    async (kind) => {
      const clusters = kind === 'mka' ? ['-cluster_time_limit', '500'] : [];
      await ffmpeg('-i', path('tone.wav'), ...clusters, path(`one.${kind}`));
      const bytes = await readFile(path(`one.${kind}`));
      const middle = Math.floor(bytes.length / 2);
      const { played } = await lengthOf(`bad.${kind}`, bytes.fill(0xff, middle, middle + 40));
      expect(Math.abs(played - durationSeconds)).toBeLessThan(1);
    },
  );

  test.each([3, ...inFullRun([1, 40])])('a transport stream that lost %d packets', async (lost) => {
    const video = await makeVideo(path('base.mp4'), durationSeconds);
    await ffmpeg('-i', video, '-c', 'copy', path('base.ts'));
    const stream = await readFile(path('base.ts'));
    const from = packetBytes * Math.floor(stream.length / packetBytes / 2);
    const rest = stream.subarray(from + packetBytes * lost);
    const { played } = await lengthOf(`lost-${lost}.ts`, Buffer.concat([stream.subarray(0, from), rest]));
    expect(Math.abs(played - durationSeconds)).toBeLessThan(1);
  });
});

test('a file with mostly damaged data is refused', async () => {
  const noise = Buffer.from(mp3);
  for (let at = 2000; at < noise.length - 100; at += 100) noise.fill(at % 256, at, at + 90);
  await expect(lengthOf('noise.mp3', noise)).rejects.toBeInstanceOf(MediaError);
});
