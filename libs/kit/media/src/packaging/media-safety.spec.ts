import { copyFile, mkdir, readdir, readFile, truncate, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { defaultMediaLimits } from '../common/limits.ts';
import { checkEnd } from '../containers/container-end.ts';
import { type SourceFacts, probe } from '../probing/probe.ts';
import { ffmpeg, makeFolder, makeVideo } from '../testing/fixtures.ts';
import { inFullRun } from '../testing/full-run.ts';
import { makeTools } from '../testing/media-tools.ts';
import { MediaError } from '../tools/media-error.ts';
import type { MediaTools } from '../tools/media-tools.ts';
import { packageHls } from './package-hls.ts';

jest.setTimeout(120_000);

let folder: Awaited<ReturnType<typeof makeFolder>>;
let tools: MediaTools;
let victim: string;
let count = 0;

beforeAll(async () => {
  folder = await makeFolder();
  tools = await makeTools();
  await mkdir(join(folder.path, 'victim'));
  victim = await makeVideo(join(folder.path, 'victim', 'source.mp4'), 2);
  await ffmpeg('-i', victim, '-c', 'copy', '-f', 'mpegts', join(folder.path, 'victim', 'source.ts'));
});
afterAll(() => folder.remove());

/** Creates the folder of an upload with `content` as its source. */
async function writeSource(content: string | Buffer): Promise<string> {
  const own = join(folder.path, `upload-${(count += 1)}`);
  await mkdir(own);
  await writeFile(join(own, 'source'), content);
  return join(own, 'source');
}

const forgedFacts: SourceFacts = {
  format: 'mov',
  duration: 2,
  bytes: 1000,
  ends: { file: 2, tracks: new Map() },
  video: {
    index: 0,
    codec: 'h264',
    pixelFormat: 'yuv420p',
    width: 320,
    height: 180,
    storedWidth: 320,
    storedHeight: 180,
    frameRate: 25,
    isRotated: false,
    isSquare: true,
    start: 0,
    isTrimmed: false,
    isInterlaced: false,
    timeUnit: 0.001,
  },
  audio: undefined,
  sounds: [],
  pictures: [0],
  empty: [],
  hasUnreadable: false,
};

async function packageAs(source: string, facts: SourceFacts): Promise<string[]> {
  const out = `${source}-hls`;
  await mkdir(out);
  const signal = new AbortController().signal;
  const request = { source, facts, folder: out, mayTakeLong: true, signal, onProgress: () => undefined };
  await packageHls(tools, request, defaultMediaLimits).catch((error: unknown) => {
    if (!(error instanceof MediaError)) throw error;
  });
  return await readdir(out);
}

const hls = (uri: string): string =>
  `#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:2,\n${uri}\n#EXT-X-ENDLIST\n`;
const ffconcat = (path: string): string => `ffconcat version 1.0\nfile '${path}'\n`;
const dash = (uri: string): string =>
  `<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" mediaPresentationDuration="PT2S"><Period>` +
  `<AdaptationSet mimeType="video/mp4"><Representation id="1" bandwidth="1"><BaseURL>${uri}</BaseURL></Representation>` +
  `</AdaptationSet></Period></MPD>`;

describe('a text file that refers to another file', () => {
  const forms = (): [string, string][] => [
    ['HLS, up and over', hls('../victim/source.ts')],
    ['HLS, absolute', hls(victim)],
    ['HLS, file url', hls(`file:${victim.replace('.mp4', '.ts')}`)],
    ['HLS, through crypto and data', hls(`concat:${victim}|${victim}`)],
    ['ffconcat, up and over', ffconcat('../victim/source.mp4')],
    ['ffconcat, absolute', ffconcat(victim)],
    ['ffconcat, file url', ffconcat(`file:${victim}`)],
    ['DASH', dash('../victim/source.mp4')],
    ['subtitles', '1\n00:00:00,000 --> 00:00:02,000\nhello\n'],
    ['SDP', 'v=0\no=- 0 0 IN IP4 127.0.0.1\nc=IN IP4 127.0.0.1\nm=video 5004 RTP/AVP 96\n'],
  ];

  test('is refused by the probe, and packaging it leaks nothing even without the probe', async () => {
    for (const [form, content] of forms()) {
      const source = await writeSource(content);
      await expect(probe(tools, source, defaultMediaLimits)).rejects.toBeInstanceOf(MediaError);
      expect([form, await packageAs(source, forgedFacts)]).toEqual([form, []]);
    }
  });

  test('is refused with a helpful message that has no path', async () => {
    const source = await writeSource(ffconcat(victim));
    await expect(probe(tools, source, defaultMediaLimits)).rejects.toThrow(
      /of another format\. Accepted formats: MP4, /,
    );
    await expect(probe(tools, source, defaultMediaLimits)).rejects.not.toThrow(/upload-|victim|tmp/);
  });

  test('leaks the other file when only the protocols of ffmpeg are restricted', async () => {
    const leaks: string[] = [];
    for (const [form, content] of forms()) {
      const source = await writeSource(content);
      const out = `${source}.mp4`;
      await ffmpeg('-protocol_whitelist', 'file', '-i', `file:${source}`, '-c', 'copy', out).catch(
        () => undefined,
      );
      if ((await stat(out).catch(() => undefined)) !== undefined) leaks.push(form);
    }
    expect(leaks.length).toBeGreaterThan(0);
  });

  test('does not reach the network', async () => {
    let hits = 0;
    const trap = createServer((_, res) => {
      hits += 1;
      res.end();
    });
    const port = await new Promise<number>((resolve) => {
      trap.listen(0, '127.0.0.1', () => resolve((trap.address() as AddressInfo).port));
    });
    for (const content of [
      hls(`http://127.0.0.1:${port}/a.ts`),
      ffconcat(`http://127.0.0.1:${port}/a.mp4`),
    ]) {
      expect(await packageAs(await writeSource(content), forgedFacts)).toEqual([]);
    }
    trap.close();
    expect(hits).toBe(0);
  });
});

test('pictures are not videos', async () => {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="99" height="99"><image href="/etc/passwd"/></svg>';
  const png = join(folder.path, 'one.png');
  await ffmpeg('-f', 'lavfi', '-i', 'testsrc2=s=64x64:d=1', '-frames:v', '1', png);
  const jpeg = join(folder.path, 'one.jpg');
  await ffmpeg('-f', 'lavfi', '-i', 'testsrc2=s=64x64:d=1', '-frames:v', '1', jpeg);
  for (const content of [svg, await readFile(png), await readFile(jpeg)]) {
    await expect(probe(tools, await writeSource(content), defaultMediaLimits)).rejects.toBeInstanceOf(
      MediaError,
    );
  }
});

describe('a file that ends early', () => {
  async function cut(path: string, share: number): Promise<string> {
    const { size } = await stat(path);
    await truncate(path, Math.floor(size * share));
    return path;
  }
  async function ingest(path: string): Promise<SourceFacts> {
    const facts = await probe(tools, path, defaultMediaLimits);
    if ((await checkEnd(path, facts.format)) === 'cut') throw new MediaError('invalid_input', 'cut short');
    const out = `${path}-out`;
    await mkdir(out);
    const signal = new AbortController().signal;
    const request = {
      source: path,
      facts,
      folder: out,
      mayTakeLong: true,
      signal,
      onProgress: () => undefined,
    };
    await packageHls(tools, request, defaultMediaLimits);
    return facts;
  }

  test.each([0.97, ...inFullRun([0.3, 0.6])])(
    'an MP4 with its index first, cut at %d, is an error',
    async (share) => {
      const path = await cut(await makeVideo(join(folder.path, `cut-${share}.mp4`), 4), share);
      await expect(ingest(path)).rejects.toBeInstanceOf(MediaError);
    },
  );

  test.each(['mkv', ...inFullRun(['avi', 'wav'])])(
    'a %s file cut at 60 %% is an error, a complete one is not',
    async (format) => {
      const whole = await makeVideo(join(folder.path, `from-${format}.mp4`), 4);
      const path = join(folder.path, `sample.${format}`);
      await ffmpeg('-i', whole, ...(format === 'wav' ? ['-vn'] : ['-c', 'copy']), path);
      await expect(ingest(path)).resolves.toBeDefined();
      const again = join(folder.path, `again.${format}`);
      await copyFile(path, again);
      await expect(ingest(await cut(again, 0.6))).rejects.toBeInstanceOf(MediaError);
    },
  );

  test('an MP4 cut in the middle of its index cannot be read', async () => {
    const path = await cut(await makeVideo(join(folder.path, 'head.mp4'), 2), 0.01);
    await expect(ingest(path)).rejects.toThrow(/damaged, cut short/);
  });
});

describe('bounds', () => {
  test('25 hours of black are refused because of their length', async () => {
    const path = join(folder.path, 'long.mp4');
    await ffmpeg(
      ...[
        '-f',
        'lavfi',
        '-i',
        'color=s=16x16:r=1/60:d=90000',
        '-c:v',
        'libx264',
        '-preset',
        'ultrafast',
        path,
      ],
    );
    await expect(probe(tools, path, defaultMediaLimits)).rejects.toThrow(/longer than 3 hours/);
  });

  test('8000 x 8000 pixels are refused without decoding a frame', async () => {
    const path = join(folder.path, 'large.avi');
    await ffmpeg('-f', 'lavfi', '-i', 'color=s=8000x8000:r=1:d=1', '-frames:v', '1', '-c:v', 'mjpeg', path);
    await expect(probe(tools, path, defaultMediaLimits)).rejects.toBeInstanceOf(MediaError);
    expect(
      await packageAs(path, { ...forgedFacts, video: { ...forgedFacts.video!, codec: 'mjpeg' } }),
    ).not.toContain('media.mp4');
  });

  test('a refused codec is not read', async () => {
    const path = join(folder.path, 'magic.avi');
    await ffmpeg(
      '-f',
      'lavfi',
      '-i',
      'testsrc2=s=64x64:d=1',
      '-c:v',
      'magicyuv',
      '-pix_fmt',
      'yuv420p',
      path,
    );
    await expect(probe(tools, path, defaultMediaLimits)).rejects.toBeInstanceOf(MediaError);
    expect(
      await packageAs(path, { ...forgedFacts, video: { ...forgedFacts.video!, codec: 'magicyuv' } }),
    ).not.toContain('media.mp4');
  });

  test('a program that takes too long is killed with its children', async () => {
    const path = await makeVideo(join(folder.path, 'slow.mp4'), 2);
    const run = tools.ffmpeg({
      input: path,
      inputOptions: ['-stream_loop', '-1', '-re'],
      output: ['-f', 'null', '-'],
      timeoutMs: 400,
    });
    await expect(run).rejects.toThrow(/too long/);
  });
});
