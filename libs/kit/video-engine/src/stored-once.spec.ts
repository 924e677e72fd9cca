import { execFile } from 'node:child_process';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { makeFolder, makeVideo } from '@vault/media/testing';
import { objectsOf } from './testing/objects.ts';
import { type TestEngine, startTestEngine, until, uploadFile } from './testing/start-test-engine.ts';

jest.setTimeout(180_000);

const run = promisify(execFile);
const downloads = [{ resolution: 'highest' as const }, { resolution: 'audio-only' as const }];
let folder: Awaited<ReturnType<typeof makeFolder>>;
let data: string;
let engine: TestEngine;
let talk: Buffer;

beforeAll(async () => {
  folder = await makeFolder();
  data = join(folder.path, 'data');
  engine = await startTestEngine(data, { resourcePolicy: 'cross-origin' });
  talk = await readFile(await makeVideo(join(folder.path, 'talk.mp4'), 12));
});
afterAll(async () => {
  await engine.stop();
  await folder.remove();
});

async function uploadUntilReady(): Promise<{ id: string; stream: string }> {
  const id = await uploadFile(engine, talk, { static_renditions: downloads });
  await engine.waitForEvent('video.asset.ready', id);
  const { playback_ids: ids } = await engine.mux.video.assets.retrieve(id);
  return { id, stream: `${engine.url}/stream/${ids?.[0]?.id ?? ''}` };
}

const namesOf = async (id: string): Promise<string[]> => [...(await objectsOf(data, id)).keys()];

async function untilSourceIsGone(id: string): Promise<void> {
  await until(async () => !(await namesOf(id)).includes('source') || undefined, 'the source stays');
}

async function storedBytes(path: string): Promise<number> {
  const entries = await readdir(path, { withFileTypes: true, recursive: true });
  const sizes = entries
    .filter((entry) => entry.isFile())
    .map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).size);
  return (await Promise.all(sizes)).reduce((total, size) => total + size, 0);
}

describe('a video is stored once', () => {
  let asset: { id: string; stream: string };
  beforeAll(async () => {
    asset = await uploadUntilReady();
    await untilSourceIsGone(asset.id);
  });

  test('in at most 1.2 times the bytes of the upload, with its downloads', async () => {
    const { static_renditions: renditions } = await engine.mux.video.assets.retrieve(asset.id);
    expect(renditions?.files?.map(({ name, status }) => [name, status])).toEqual([
      ['highest.mp4', 'ready'],
      ['audio.m4a', 'ready'],
    ]);
    expect((await namesOf(asset.id)).filter((name) => name.endsWith('.mp4'))).toEqual([]);
    expect((await storedBytes(join(data, 'objects/assets', asset.id))) / talk.length).toBeLessThan(1.2);
  });

  test('and clips, captions and pictures are made without the source', async () => {
    const url = `mux://assets/${asset.id}`;
    const clip = await engine.mux.video.assets.create({ inputs: [{ url, start_time: 3, end_time: 5 }] });
    expect((await engine.waitForEvent('video.asset.ready', clip.id)).data.duration).toBeCloseTo(2, 1);
    const { tracks = [] } = await engine.mux.video.assets.retrieve(asset.id);
    const audio = tracks.find(({ type }) => type === 'audio')?.id ?? '';
    const [track] = await engine.mux.video.assets.generateSubtitles(asset.id, audio, {
      generated_subtitles: [{ language_code: 'en' }],
    });
    await engine.waitForEvent('video.asset.track.ready', track?.id);
    const image = asset.stream.replace('/stream/', '/image/');
    expect((await fetch(`${image}/thumbnail.jpg?time=9`)).status).toBe(200);
  });

  test('the audio download is composed of the stored sound, in any range', async () => {
    const url = `${asset.stream}/audio.m4a`;
    const whole = Buffer.from(await (await fetch(url)).arrayBuffer());
    const { static_renditions: renditions } = await engine.mux.video.assets.retrieve(asset.id);
    expect(renditions?.files?.[1]?.filesize).toBe(String(whole.length));
    for (const [start, end] of [
      [0, 10],
      [1000, 60_000],
      [whole.length - 70_000, whole.length - 1],
    ] as const) {
      const part = await fetch(url, { headers: { Range: `bytes=${start}-${end}` } });
      expect(part.status).toBe(206);
      expect(Buffer.from(await part.arrayBuffer()).equals(whole.subarray(start, end + 1))).toBe(true);
    }
    const [saved, source] = ['audio.m4a', 'talk.mp4'].map((name) => join(folder.path, name));
    await writeFile(saved!, whole);
    const packets = async (file: string): Promise<string> => {
      const options = ['-v', 'error', '-i', file, '-map', '0:a', '-c', 'copy', '-f', 'md5', '-'];
      return (await run('ffmpeg', options)).stdout;
    };
    expect(await packets(saved!)).toBe(await packets(source!));
    const entries = ['-show_entries', 'format=duration:stream=codec_type', '-of', 'csv=p=0', saved!];
    const [types, duration] = (await run('ffprobe', ['-v', 'error', ...entries])).stdout.trim().split('\n');
    expect([types, Math.round(Number(duration))]).toEqual(['audio', 12]);
  });

  test('a range with the validator of another file is answered with the whole file', async () => {
    const url = `${asset.stream}/highest.mp4`;
    const first = await fetch(url, { headers: { Range: 'bytes=0-9' } });
    const etag = first.headers.get('etag') ?? '';
    const statusWith = async (condition: string): Promise<number> => {
      const response = await fetch(url, { headers: { Range: 'bytes=10-19', 'If-Range': condition } });
      await response.arrayBuffer();
      return response.status;
    };
    expect([first.status, await statusWith(etag), await statusWith('"other"')]).toEqual([206, 206, 200]);
  });

  test('players of other origins may ask for ranges', async () => {
    const headers = { Origin: 'https://app.example', 'Access-Control-Request-Headers': 'range' };
    const answer = await fetch(`${asset.stream}/media.mp4`, { method: 'OPTIONS', headers });
    expect([answer.status, answer.headers.get('access-control-allow-headers')]).toEqual([204, 'range']);
  });
});
