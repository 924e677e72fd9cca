import { execFile } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { BucketStore } from '@vault/media-store';
import { DiskSpace } from '@vault/media';
import { ffmpeg, makeFolder, makeVideo, isFullRun } from '@vault/media/testing';
import { startVersitygw } from '../../../../tools/servers/versitygw.mjs';
import { BucketStorage } from './common/media-storage.ts';
import { type TestEngine, startTestEngine, until } from './testing/start-test-engine.ts';

jest.setTimeout(300_000);

const run = promisify(execFile);
const mib = 1024 * 1024;
const captions = { inputs: [{ generated_subtitles: [{ language_code: 'en' as const }] }] };
let folder: Awaited<ReturnType<typeof makeFolder>>;
let server: Awaited<ReturnType<typeof startVersitygw>>;
let data: string;
let engine: TestEngine;
let store: BucketStore;

const bucket = () => ({
  ...{ endpoint: server.endpoint, bucket: server.bucket, region: server.region },
  ...{ isPathStyle: true, credentials: () => server.credentials, callMs: 3000, idleMs: 3000 },
});

const start = (): Promise<TestEngine> => startTestEngine(data, { bucket: bucket() });

beforeAll(async () => {
  folder = await makeFolder();
  data = join(folder.path, 'data');
  server = await startVersitygw();
  store = new BucketStore(bucket());
  engine = await start();
});
afterAll(async () => {
  await engine.stop();
  await server.stop();
  await folder.remove();
});

/** Uploads in chunks. @returns the id of the asset */
async function upload(file: Buffer, { chunkBytes = file.length, settings = {} } = {}): Promise<string> {
  const { id, url = '' } = await engine.mux.video.uploads.create({
    cors_origin: '*',
    new_asset_settings: settings,
  });
  let held = 0;
  while (held < file.length) {
    const end = Math.min(held + chunkBytes, file.length);
    const headers = { 'Content-Range': `bytes ${String(held)}-${String(end - 1)}/${String(file.length)}` };
    const answer = await fetch(url, { method: 'PUT', headers, body: Buffer.from(file.subarray(held, end)) });
    if (answer.status === 200) break;
    // While the bucket is away a client waits and sends the chunk again.
    if (answer.status !== 308) await new Promise((resolve) => setTimeout(resolve, 200));
    const range = answer.headers.get('range');
    held = range === null ? 0 : Number(range.slice('bytes=0-'.length)) + 1;
  }
  return (await engine.mux.video.uploads.retrieve(id)).asset_id ?? '';
}

async function streamOf(id: string): Promise<string> {
  const { playback_ids: ids } = await engine.mux.video.assets.retrieve(id);
  return `${engine.url}/stream/${ids?.[0]?.id ?? ''}`;
}

test('a recording is uploaded, played, clipped and deleted, and nothing of it is on the disk', async () => {
  const file = await readFile(await makeVideo(join(folder.path, 'talk.mp4'), 12, '1280x720'));
  const id = await upload(file, { chunkBytes: 400_000, settings: captions });
  await engine.waitForEvent('video.asset.ready', id);
  await engine.waitForEvent('video.asset.track.ready');
  const stream = await streamOf(id);
  const playlist = await (await fetch(`${stream}/media.m3u8`)).text();
  const [, bytes, at] = /#EXT-X-BYTERANGE:(\d+)@(\d+)/.exec(playlist)!.map(Number);
  const headers = { Range: `bytes=${String(at)}-${String(at! + bytes! - 1)}` };
  const segment = await fetch(`${stream}/media.mp4`, { headers });
  expect([segment.status, (await segment.arrayBuffer()).byteLength]).toEqual([206, bytes]);
  const image = await fetch(`${stream.replace('/stream/', '/image/')}/thumbnail.jpg?time=9`);
  expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  const url = `mux://assets/${id}`;
  for (const span of [{ start_time: 3, end_time: 5 }, {}]) {
    const clip = await engine.mux.video.assets.create({ inputs: [{ url, ...span }] });
    const ready = await engine.waitForEvent('video.asset.ready', clip.id);
    expect(ready.data.duration).toBeCloseTo('start_time' in span ? 2 : 12, 0);
  }
  const isVerified = async () =>
    (await store.list(`assets/${id}/`)).every(({ key }) => !key.endsWith('source'));
  await until(async () => (await isVerified()) || undefined, 'the source stays');
  expect(await readdir(data)).not.toContain('objects');
  expect(await store.list('uploads/')).toEqual([]);
  expect(await store.unfinished('')).toEqual([]);
  const { data: assets } = await engine.mux.video.assets.list();
  for (const asset of assets) await engine.mux.video.assets.delete(asset.id);
  await until(async () => (await store.list('assets/')).length === 0 || undefined, 'objects are left');
  expect((await fetch(`${stream}/media.mp4`)).status).toBe(404);
});

test('a clip of a long recording reads at most three minutes of it, and has its pictures', async () => {
  const short = await makeVideo(join(folder.path, 'minute.mp4'), 60);
  const long = join(folder.path, 'long.mp4');
  const minutes = isFullRun ? 60 : 15;
  const repeats = String(minutes - 1);
  await ffmpeg('-stream_loop', repeats, '-i', short, '-c', 'copy', '-movflags', '+faststart', long);
  const file = await readFile(long);
  const id = await upload(file, { chunkBytes: 20 * mib });
  await engine.waitForEvent('video.asset.ready', id);
  const isDone = async () =>
    (await engine.jobStatistics()).every(({ waiting, running }) => waiting + running === 0);
  await until(async () => (await isDone()) || undefined, 'jobs are left');
  // Without what other work has cached.
  await engine.stop();
  engine = await start();
  const get = jest.spyOn(BucketStore.prototype, 'get');
  const at = minutes * 33;
  const clip = await engine.mux.video.assets.create({
    inputs: [{ url: `mux://assets/${id}`, start_time: at, end_time: at + 10 }],
  });
  const ready = await engine.waitForEvent('video.asset.ready', clip.id);
  expect(ready.data.duration).toBeCloseTo(10, 1);
  const spans = get.mock.calls.map(([, span]) => (span === undefined ? 0 : span.end - span.start));
  expect(spans.reduce((sum, bytes) => sum + bytes) / file.length).toBeLessThan(3 / minutes);
  get.mockRestore();
  const path = join(folder.path, 'clip.mp4');
  const cut = await fetch(`${await streamOf(clip.id)}/media.mp4`);
  await writeFile(path, Buffer.from(await cut.arrayBuffer()));
  const count = ['-count_frames', '-select_streams', 'v', '-show_entries', 'stream=nb_read_frames'];
  const { stdout } = await run('ffprobe', ['-v', 'error', ...count, '-of', 'csv=p=0', path]);
  expect(stdout.trim()).toBe('250');
});

test('while the bucket is away, uploads and jobs wait, and what is cached plays on', async () => {
  const file = await readFile(await makeVideo(join(folder.path, 'second.mp4'), 8, '1280x720'));
  const played = await upload(file);
  await engine.waitForEvent('video.asset.ready', played);
  const url = `${await streamOf(played)}/media.mp4`;
  const cached = Buffer.from(await (await fetch(url)).arrayBuffer());
  await server.kill();
  const uploading = upload(file, { chunkBytes: 300_000, settings: captions });
  await new Promise((resolve) => setTimeout(resolve, 4000));
  expect(Buffer.from(await (await fetch(url)).arrayBuffer()).equals(cached)).toBe(true);
  await server.restart();
  const id = await uploading;
  await engine.waitForEvent('video.asset.ready', id);
  await server.kill();
  const clip = await engine.mux.video.assets.create({
    inputs: [{ url: `mux://assets/${id}`, start_time: 1, end_time: 3 }],
  });
  await until(
    async () => {
      const { progress } = await engine.mux.video.assets.retrieve(clip.id);
      return (progress as { stage?: string } | undefined)?.stage === 'waiting-for-storage' || undefined;
    },
    'the clip does not wait',
    60_000,
  );
  await server.restart();
  await engine.waitForEvent('video.asset.ready', clip.id);
  expect(engine.events.filter(({ type }) => type === 'video.asset.errored')).toEqual([]);
});

test('a bucket that refuses is in the log once, and once again when it takes objects', async () => {
  const lines: string[] = [];
  const log = (_: object, message: string): void => void lines.push(message);
  let credentials = server.credentials;
  const storage = new BucketStorage(
    join(folder.path, 'refusing'),
    { ...bucket(), credentials: () => credentials },
    { disk: new DiskSpace(folder.path, 0), logger: { info: log, warn: log, error: log } },
  );
  const problems: unknown[] = [];
  for (const secretAccessKey of [
    credentials.secretAccessKey,
    'wrong',
    'wrong',
    credentials.secretAccessKey,
  ]) {
    credentials = { ...credentials, secretAccessKey };
    await storage.check();
    problems.push(storage.problem);
  }
  expect(problems).toEqual([undefined, 'forbidden', 'forbidden', undefined]);
  expect(lines).toEqual(['the bucket for media cannot be used', 'the bucket for media can be used again']);
});

test('an engine that starts with wrong keys waits, and says why', async () => {
  const credentials = () => ({ accessKeyId: 'another', secretAccessKey: 'wrong' });
  const wrong = await startTestEngine(join(folder.path, 'wrong'), { bucket: { ...bucket(), credentials } });
  expect(wrong.statistics().media.problem).toBe('forbidden');
  expect((await fetch(wrong.url)).status).toBe(503);
  await wrong.stop();
});
