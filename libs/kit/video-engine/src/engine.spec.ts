import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import Mux from '@mux/mux-node';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { makeFolder, makeVideo } from '@vault/media/testing';
import { spawnEngine } from './testing/spawn-engine.ts';
import { type TestEngine, startTestEngine } from './testing/start-test-engine.ts';

jest.setTimeout(120_000);

let folder: Awaited<ReturnType<typeof makeFolder>>;
let data: string;
let engine: TestEngine;

beforeAll(async () => {
  folder = await makeFolder();
  data = join(folder.path, 'data');
  engine = await startTestEngine(data, { limits: { maxRestBodyBytes: 2048 } });
});
afterAll(async () => {
  await engine.stop();
  await folder.remove();
});

async function statusOf(path: string, init?: RequestInit): Promise<number> {
  const response = await fetch(engine.url + path, init);
  await response.arrayBuffer();
  return response.status;
}

test('a directly uploaded video plays, has a picture and captions, and is reported by webhooks', async () => {
  const bytes = await readFile(await makeVideo(join(folder.path, 'talk.mp4'), 14));
  const upload = await engine.mux.video.uploads.create({
    cors_origin: 'https://app.example',
    new_asset_settings: {
      passthrough: 'video-1',
      playback_policies: ['public'],
      inputs: [{ generated_subtitles: [{ language_code: 'en', name: 'English' }] }],
      static_renditions: [{ resolution: 'highest' }],
    },
  });
  expect(upload.status).toBe('waiting');

  const put = await fetch(upload.url ?? '', { method: 'PUT', body: bytes });
  expect(put.status).toBe(200);
  const { asset_id: assetId = '' } = await engine.mux.video.uploads.retrieve(upload.id);
  await engine.waitForEvent('video.asset.ready', assetId);
  const track = await engine.waitForEvent('video.asset.track.ready');

  const asset = await engine.mux.video.assets.retrieve(assetId);
  expect(asset).toMatchObject({
    status: 'ready',
    passthrough: 'video-1',
    upload_id: upload.id,
    progress: { state: 'completed', progress: 100 },
  });
  expect(asset.duration).toBeCloseTo(14, 0);
  const playbackId = asset.playback_ids?.[0]?.id ?? '';

  const master = await fetch(`${engine.url}/stream/${playbackId}.m3u8`);
  expect(master.headers.get('content-type')).toBe('application/vnd.apple.mpegurl');
  const masterText = await master.text();
  expect(masterText).toMatch(/CODECS="avc1\.[0-9a-f]{6},mp4a\.40\.2",RESOLUTION=320x180/);
  const mediaUrl = new URL(masterText.trim().split('\n').at(-1) ?? '', master.url);
  const playlist = await (await fetch(mediaUrl)).text();
  expect(playlist).toContain('#EXT-X-MAP:URI="init.mp4"');
  const start = await fetch(new URL('init.mp4', mediaUrl));
  expect([start.status, start.headers.get('cache-control')]).toEqual([
    200,
    'private, max-age=31536000, immutable',
  ]);
  const ranges = [...playlist.matchAll(/^#EXT-X-BYTERANGE:(\d+)@(\d+)\nmedia\.mp4$/gm)].map(
    ([, length, position]) => [Number(length), Number(position)] as const,
  );
  expect(ranges).toHaveLength(3);
  for (const [length, position] of ranges) {
    const headers = { Range: `bytes=${position}-${position + length - 1}` };
    const segment = await fetch(new URL('media.mp4', mediaUrl), { headers });
    expect(segment.status).toBe(206);
    expect(segment.headers.get('cache-control')).toContain('immutable');
    expect(Buffer.from(await segment.arrayBuffer()).includes('moof')).toBe(true);
  }

  const picture = await fetch(`${engine.url}/image/${playbackId}/thumbnail.jpg?time=3&width=160`);
  expect(picture.headers.get('content-type')).toBe('image/jpeg');
  expect([...new Uint8Array(await picture.arrayBuffer()).subarray(0, 2)]).toEqual([0xff, 0xd8]);

  const captions = await fetch(`${engine.url}/stream/${playbackId}/text/${track.data.id}.vtt`);
  expect(await captions.text()).toContain('Good morning &amp; welcome.');

  const mp4 = await fetch(`${engine.url}/stream/${playbackId}/highest.mp4`, {
    headers: { Range: 'bytes=4-7' },
  });
  expect(mp4.status).toBe(206);
  expect(await mp4.text()).toBe('ftyp');

  const types = engine.events.map((event) => event.type);
  expect(types.indexOf('video.asset.created')).toBeLessThan(types.indexOf('video.asset.ready'));
  expect(types.indexOf('video.asset.ready')).toBeLessThan(types.indexOf('video.asset.track.ready'));
  expect(types).toContain('video.upload.asset_created');
});

test('the REST API requires the token', async () => {
  for (const [tokenId, tokenSecret] of [
    ['test-id', 'wrong'],
    ['wrong', 'test-secret'],
    ['a:b', 'c'],
  ] as const) {
    const stranger = new Mux({ tokenId, tokenSecret, baseURL: engine.url, maxRetries: 0 });
    await expect(stranger.video.assets.list()).rejects.toMatchObject({ status: 401 });
  }
  expect(await statusOf('/video/v1/assets')).toBe(401);
});

test('the REST API refuses invalid bodies, large bodies, unknown ids and invalid paths', async () => {
  const Authorization = `Basic ${Buffer.from('test-id:test-secret').toString('base64')}`;
  const post = (path: string, body: string): Promise<number> =>
    statusOf(path, { method: 'POST', body, headers: { Authorization } });
  expect(await post('/video/v1/uploads', '{')).toBe(400);
  expect(await post('/video/v1/uploads', '{"timeout":59}')).toBe(400);
  expect(await post('/video/v1/uploads', '{"new_asset_settings":{"inputs":7}}')).toBe(400);
  expect(await post('/video/v1/uploads', JSON.stringify({ cors_origin: 'x'.repeat(3000) }))).toBe(413);
  expect(await post('/video/v1/assets', '{"inputs":[{"url":"http://169.254.169.254/"}]}')).toBe(400);
  expect(await post('/video/v1/assets', '{"inputs":[{"url":"file:///etc/passwd"}]}')).toBe(400);
  for (const path of [
    '/video/v1/assets/nope',
    `/video/v1/assets/${'a'.repeat(40)}`,
    '/video/v1/nothing',
    '/',
  ]) {
    expect(await statusOf(path, { headers: { Authorization } })).toBe(404);
  }
  for (const path of [
    '/stream/..%2f..%2fcatalogue.sqlite',
    '/stream/%2e%2e/x',
    '/image//thumbnail.jpg',
    '//etc',
  ]) {
    expect(await statusOf(path)).toBe(404);
  }
});

test('without ffmpeg the engine does not start, and the error gives the reason', async () => {
  const start = startTestEngine(join(folder.path, 'bare'), { ffmpeg: '/nowhere/ffmpeg' });
  await expect(start).rejects.toThrow(/nowhere\/ffmpeg.*is ffmpeg installed/);
});

test('only pages of the same origin may use media, unless the options allow others', async () => {
  const open = await startTestEngine(join(folder.path, 'open'), { resourcePolicy: 'cross-origin' });
  const [ours, theirs] = await Promise.all([engine, open].map((one) => fetch(`${one.url}/stream/x.m3u8`)));
  const headers = ['cross-origin-resource-policy', 'access-control-allow-origin'];
  expect(headers.map((name) => ours?.headers.get(name))).toEqual(['same-origin', null]);
  expect(headers.map((name) => theirs?.headers.get(name))).toEqual(['cross-origin', '*']);
  await open.stop();
});

test('a response opened as a page runs no script, and with https it requires https', async () => {
  const secure = await startTestEngine(join(folder.path, 'secure'), { publicUrl: 'https://media.example' });
  const headersOf = async (one: { url: string }) => (await fetch(`${one.url}/stream/x.m3u8`)).headers;
  const [plain, https] = [await headersOf(engine), await headersOf(secure)];
  expect(plain.get('content-security-policy')).toMatch(/^sandbox; default-src 'none';/);
  const names = [plain, https].map((headers) => headers.get('strict-transport-security'));
  expect(names).toEqual([null, 'max-age=31536000']);
  await secure.stop();
});

test('a second engine on the same folder fails', async () => {
  await expect(spawnEngine(data, { url: '', secret: '' })).rejects.toThrow('the engine ended with 1');
});
