import { createHash, randomBytes } from 'node:crypto';
import { readdir, readFile, readlink } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { makeFolder, makeSlowVideo, isFullRun } from '@vault/media/testing';
import { objectsOf } from './testing/objects.ts';
import { killAll, spawnEngine } from './testing/spawn-engine.ts';
import { until, uploadFile } from './testing/start-test-engine.ts';

jest.setTimeout(900_000);

const uploadKills = isFullRun ? 10 : 4;
const packagingKills = isFullRun ? 6 : 2;

let folder: Awaited<ReturnType<typeof makeFolder>>;
let webhook: { url: string; secret: string };
const events: { id: string; type: string }[] = [];
const receiver = createServer((req, res) => {
  let body = '';
  req.setEncoding('utf8').on('data', (piece: string) => (body += piece));
  req.on('end', () => {
    events.push(JSON.parse(body) as { id: string; type: string });
    res.end();
  });
});

beforeAll(async () => {
  folder = await makeFolder();
  const port = await new Promise<number>((resolve) => {
    receiver.listen(0, '127.0.0.1', () => resolve((receiver.address() as AddressInfo).port));
  });
  webhook = { url: `http://127.0.0.1:${port}/`, secret: 's' };
});
afterAll(async () => {
  killAll();
  receiver.closeAllConnections();
  receiver.close();
  await folder.remove();
});

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

test('kill -9 at random moments of an upload loses no acknowledged byte', async () => {
  const data = join(folder.path, 'upload');
  const bytes = Buffer.concat([Buffer.from('\0\0\0\x18ftypisom\0\0\0\0isomiso2'), randomBytes(12_000_000)]);
  const total = bytes.length;
  let engine = await spawnEngine(data, webhook);
  const { id, url: path = '' } = await engine.mux.video.uploads.create({ cors_origin: '*' });
  let acknowledged = 0;
  let kills = 0;
  let isDone = false;
  const send = async (): Promise<void> => {
    const stop = Math.min(acknowledged + 700_000, total);
    const response = await fetch(engine.url + path, {
      method: 'PUT',
      body: bytes.subarray(acknowledged, stop),
      headers: { 'Content-Range': `bytes ${acknowledged}-${stop - 1}/${total}` },
    });
    if (response.status === 308) acknowledged = heldOf(response);
    isDone = response.status === 200;
  };
  while (!isDone) {
    const isKilling = kills < uploadKills;
    const sending = send().catch(() => undefined);
    if (!isKilling) {
      await sending;
      continue;
    }
    await sleep(Math.random() * 30);
    await engine.kill();
    await sending;
    kills += 1;
    engine = await spawnEngine(data, webhook);
    const status = await fetch(engine.url + path, {
      method: 'PUT',
      headers: { 'Content-Range': `bytes */${total}` },
    });
    const heldBytes = status.status === 200 ? total : heldOf(status);
    expect(heldBytes).toBeGreaterThanOrEqual(acknowledged);
    acknowledged = heldBytes;
    isDone = status.status === 200;
  }
  const { asset_id: assetId = '' } = await engine.mux.video.uploads.retrieve(id);
  const source = await until(
    () => readFile(join(data, 'objects/assets', assetId, 'source')).catch(() => undefined),
    'the source did not arrive',
  );
  expect(sha256(source)).toBe(sha256(bytes));
  await engine.kill();
});

test('after kill -9 during packaging the job resumes, completes exactly once and leaves no temporary files', async () => {
  events.length = 0;
  const data = join(folder.path, 'packaging');
  const video = await makeSlowVideo(join(folder.path, 'slow.mkv'), '640x360', 25);
  let engine = await spawnEngine(data, webhook);
  const assetId = await uploadFile(engine, await readFile(video), {
    inputs: [{ generated_subtitles: [{ language_code: 'en' }] }],
  });
  for (let kills = 0; kills < packagingKills; kills += 1) {
    await sleep(200 + Math.random() * 600);
    await engine.kill();
    engine = await spawnEngine(data, webhook);
  }
  const asset = await until(async () => {
    const current = await engine.mux.video.assets.retrieve(assetId);
    const isDone =
      current.tracks?.some((track) => track.type === 'text' && track.status === 'ready') === true;
    return isDone ? current : undefined;
  }, 'captions never came');
  expect(asset.tracks?.map((track) => track.type).sort()).toEqual(['audio', 'text', 'video']);
  const storyboard = `${engine.url}/image/${asset.playback_ids?.[0]?.id ?? ''}/storyboard.jpg`;
  await until(async () => ((await fetch(storyboard)).ok ? true : undefined), 'no storyboard');

  const distinct = new Map(events.map((event) => [event.id, event.type]));
  await until(() => [...distinct.values()].includes('video.asset.track.ready') || undefined, 'no webhook');
  const types = [...new Map(events.map((event) => [event.id, event.type])).values()];
  for (const type of ['video.asset.created', 'video.asset.ready', 'video.asset.track.ready']) {
    expect([type, types.filter((one) => one === type).length]).toEqual([type, 1]);
  }
  // Each stored object is named by the asset: results of killed jobs are gone.
  const areDone = async () =>
    (await readdir(join(data, 'work'))).length === 0 && (await objectsOf(data, assetId)).size < 6;
  await until(async () => (await areDone()) || undefined, 'work is left');
  const names = [...(await objectsOf(data, assetId)).keys()];
  expect(names.map((name) => name.replace(/^[0-9a-f]{40}/, 'captions')).sort()).toEqual([
    ...['captions.vtt', 'media', 'playlist', 'start', 'storyboard'],
  ]);
  expect((await readdir(join(data, 'objects/assets', assetId))).length).toBe(names.length);
  expect(await readdir(join(data, 'objects/.parts'))).toEqual([]);
  expect(await processesIn(data)).toEqual([]);
  await engine.kill();
});

test('memory stays bounded during a chunk of 256 MiB', async () => {
  const engine = await spawnEngine(join(folder.path, 'memory'), webhook);
  const { url: path = '' } = await engine.mux.video.uploads.create({ cors_origin: '*' });
  const piece = Buffer.alloc(1024 * 1024, 7);
  const head = Buffer.concat([Buffer.from('\0\0\0\x18ftypisom\0\0\0\0isomiso2'), piece]).subarray(
    0,
    piece.length,
  );
  const count = 256;
  async function* body(): AsyncGenerator<Buffer> {
    yield head;
    for (let index = 1; index < count; index += 1) yield await Promise.resolve(piece);
  }
  const before = await engine.peakMemory('reset');
  const size = count * piece.length;
  const headers = { 'Content-Range': `bytes 0-${size - 1}/${size * 2}`, 'Content-Length': String(size) };
  const response = await fetch(engine.url + path, { method: 'PUT', body: body(), headers, duplex: 'half' });
  expect(response.status).toBe(308);
  const growth = (await engine.peakMemory('read')) - before;
  expect(growth / 1024 / 1024).toBeLessThan(64);
  await engine.kill();
});

function heldOf(response: Response): number {
  const range = response.headers.get('range');
  return range === null ? 0 : Number(range.slice('bytes=0-'.length)) + 1;
}

/** Lists the programs whose working folder is in `data`: orphans, after the engine has ended. */
async function processesIn(data: string): Promise<string[]> {
  const orphans: string[] = [];
  for (const pid of (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name))) {
    const cwd = await readlink(`/proc/${pid}/cwd`).catch(() => '');
    if (cwd.startsWith(data)) orphans.push(await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => pid));
  }
  return orphans;
}
