import { generateKeyPairSync } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { BucketStore } from '@vault/media-store';
import { makeFolder, makeVideo } from '@vault/media/testing';
import { startVersitygw } from '../../../../tools/servers/versitygw.mjs';
import { type TestEngine, startTestEngine, until, uploadFile } from './testing/start-test-engine.ts';

jest.setTimeout(300_000);

const encoding = { publicKeyEncoding: { type: 'spki', format: 'pem' } } as const;
const { publicKey, privateKey } = generateKeyPairSync('rsa', {
  ...{ modulusLength: 2048, ...encoding },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});
const playback = { keys: [{ id: 'key-1', publicKey }] };

let folder: Awaited<ReturnType<typeof makeFolder>>;
let server: Awaited<ReturnType<typeof startVersitygw>>;
let publicEndpoint: string;
let engine: TestEngine;
let assetId = '';
let playbackId = '';
let captionsId = '';
let tokens: Record<'video' | 'thumbnail' | 'storyboard', string>;

const start = (delivery?: 'redirect', options: object = { playback }): Promise<TestEngine> =>
  startTestEngine(join(folder.path, 'data'), {
    bucket: {
      ...{ endpoint: server.endpoint, publicEndpoint, bucket: server.bucket, region: server.region },
      ...{ isPathStyle: true, credentials: () => server.credentials, delivery },
    },
    resourcePolicy: 'cross-origin',
    ...options,
  });

const tokenFor = (type: 'video' | 'thumbnail' | 'storyboard', seconds = 600) =>
  engine.mux.jwt.signPlaybackId(playbackId, {
    ...{ keyId: 'key-1', keySecret: privateKey, type, expiration: `${String(seconds)}s` },
  });

/** Does not follow a redirect. */
function ask(path: string, { token = '', method = 'GET', headers = {} } = {}): Promise<Response> {
  const url = new URL(path, engine.url);
  if (token !== '') url.searchParams.set('token', token);
  return fetch(url, { method, headers, redirect: 'manual' });
}

/** The address of the bucket in an answer, and from when it is valid for how long, in epoch seconds. */
function redirectOf(answer: Response) {
  const address = new URL(answer.headers.get('location') ?? 'none:');
  const [, ...time] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(
    address.searchParams.get('X-Amz-Date') ?? '',
  )!;
  const [year = 0, month = 0, ...rest] = time.map(Number);
  const cachedSeconds = Number(
    /^private, max-age=(\d+)$/.exec(answer.headers.get('cache-control') ?? '')?.[1],
  );
  return {
    address,
    from: Date.UTC(year, month - 1, ...rest) / 1000,
    seconds: Number(address.searchParams.get('X-Amz-Expires')),
    cachedSeconds,
  };
}

const endOf = (token: string): number =>
  (JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { exp: number }).exp;

beforeAll(async () => {
  folder = await makeFolder();
  server = await startVersitygw();
  publicEndpoint = server.endpoint.replace('127.0.0.1', 'localhost');
  engine = await start('redirect');
  const talk = await readFile(await makeVideo(join(folder.path, 'talk.mp4'), 14, '640x360'));
  assetId = await uploadFile(engine, talk, {
    inputs: [{ generated_subtitles: [{ language_code: 'en' }] }],
    static_renditions: [{ resolution: 'highest' }, { resolution: 'audio-only' }],
  });
  await engine.waitForEvent('video.asset.ready', assetId);
  captionsId = (await engine.waitForEvent('video.asset.track.ready')).data.id;
  const isDone = async () => {
    const statistics = await engine.jobStatistics();
    return statistics.every(({ waiting, running }) => waiting + running === 0) || undefined;
  };
  await until(isDone, 'jobs are left');
  const { playback_ids: ids } = await engine.mux.video.assets.retrieve(assetId);
  playbackId = ids?.[0]?.id ?? '';
  const [video, thumbnail, storyboard] = await Promise.all(
    (['video', 'thumbnail', 'storyboard'] as const).map((type) => tokenFor(type)),
  );
  tokens = { video: video!, thumbnail: thumbnail!, storyboard: storyboard! };
});
afterAll(async () => {
  await engine.stop();
  await server.stop();
  await folder.remove();
});

const stream = (name: string): string => `/stream/${playbackId}/${name}`;
const image = (name: string): string => `/image/${playbackId}/${name}`;
/** What the bucket sends, with the content type. */
const redirected = (): [string, string, string][] => [
  [stream('init.mp4'), tokens.video, 'video/mp4'],
  [stream('media.mp4'), tokens.video, 'video/mp4'],
  [stream('highest.mp4'), tokens.video, 'video/mp4'],
  [image('storyboard.jpg'), tokens.storyboard, 'image/jpeg'],
];

test('a player gets playlists from the engine, and their byte ranges from the bucket', async () => {
  const master = await ask(`/stream/${playbackId}.m3u8`, { token: tokens.video });
  const child = new URL((await master.text()).trim().split('\n').at(-1) ?? '', master.url);
  const playlist = await ask(child.pathname);
  const [, bytes = 0, at = 0] = [...(await playlist.text()).matchAll(/#EXT-X-BYTERANGE:(\d+)@(\d+)/g)]
    .at(-1)!
    .map(Number);
  const reads = (['head', 'get'] as const).map((name) => jest.spyOn(BucketStore.prototype, name));
  const headers = { Range: `bytes=${String(at)}-${String(at + bytes - 1)}` };
  const answer = await ask(new URL('media.mp4', child).pathname, { headers });
  expect([answer.status, await answer.text()]).toEqual([302, '']);
  const { address } = redirectOf(answer);
  expect(address.origin).toBe(publicEndpoint);
  expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  expect(answer.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
  // The record names the object, so the bucket is not asked.
  for (const read of reads) {
    expect(read).not.toHaveBeenCalled();
    read.mockRestore();
  }
  const segment = await fetch(address, { headers });
  expect([segment.status, segment.headers.get('content-type')]).toEqual([206, 'video/mp4']);
  const store = new BucketStore({
    ...{ endpoint: server.endpoint, bucket: server.bucket, region: server.region },
    ...{ isPathStyle: true, credentials: () => server.credentials },
  });
  const key = address.pathname.slice(`/${server.bucket}/`.length);
  const stored = await buffer(await store.get(key));
  store.close();
  expect(stored.length).toBeGreaterThan(at + bytes);
  expect(Buffer.from(await segment.arrayBuffer()).equals(stored.subarray(at, at + bytes))).toBe(true);
});

test('the bucket sends media with its type and the name of a download', async () => {
  for (const [path, token, type] of redirected()) {
    const answer = await ask(path, { token });
    expect([path, answer.status]).toEqual([path, 302]);
    const sent = await fetch(redirectOf(answer).address);
    expect([path, sent.status, sent.headers.get('content-type')]).toEqual([path, 200, type]);
    expect((await sent.arrayBuffer()).byteLength).toBeGreaterThan(500);
  }
  const dispositionOf = async (query: string) => {
    const { address } = redirectOf(await ask(stream(`highest.mp4${query}`), { token: tokens.video }));
    return (await fetch(address)).headers.get('content-disposition');
  };
  expect(await dispositionOf('')).toBe('inline; filename="highest.mp4"');
  expect(await dispositionOf('?download=My%20talk')).toBe('attachment; filename="My talk.mp4"');
  expect(await dispositionOf('?download=%C3%BC')).toBe(
    `attachment; filename="u.mp4"; filename*=UTF-8''%C3%BC.mp4`,
  );
});

test('the engine answers HEAD itself, as the bucket answers GET', async () => {
  for (const [path, token, type] of redirected()) {
    const head = await ask(path, { token, method: 'HEAD' });
    const sent = await fetch(redirectOf(await ask(path, { token })).address);
    const names = ['content-type', 'content-length', 'accept-ranges', 'content-disposition'];
    const headers = names.map((name) => head.headers.get(name));
    expect([path, head.status, ...headers]).toEqual([
      path,
      200,
      ...names.map((name) => sent.headers.get(name)),
    ]);
    expect(headers[0]).toBe(type);
    await sent.body?.cancel();
  }
});

test('the engine sends texts, pictures of a moment and composed content', async () => {
  const answers: [string, string, string][] = [
    [`/stream/${playbackId}.m3u8`, tokens.video, 'application/vnd.apple.mpegurl'],
    [stream('media.m3u8'), tokens.video, 'application/vnd.apple.mpegurl'],
    [stream(`text/${captionsId}.vtt`), tokens.video, 'text/vtt; charset=utf-8'],
    [stream('audio.m4a'), tokens.video, 'audio/mp4'],
    [image('thumbnail.jpg'), tokens.thumbnail, 'image/jpeg'],
    [image('storyboard.vtt'), tokens.storyboard, 'text/vtt; charset=utf-8'],
  ];
  for (const [path, token, type] of answers) {
    const answer = await ask(path, { token });
    expect([path, answer.status, answer.headers.get('content-type')]).toEqual([path, 200, type]);
    expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(5);
  }
});

test('nobody without a token for the file is redirected', async () => {
  for (const [path, token] of redirected()) {
    const other = token === tokens.video ? tokens.storyboard : tokens.video;
    const forged = `${token.slice(0, -8)}AAAAAAAA`;
    for (const wrong of ['', 'x', other, forged, tokens.thumbnail]) {
      const answer = await ask(path, { token: wrong });
      expect([path, answer.status, answer.headers.get('location')]).toEqual([path, 403, null]);
    }
  }
  for (const path of [stream('720p.mp4'), `/stream/${'a'.repeat(40)}/media.mp4`]) {
    const answer = await ask(path, { token: tokens.video });
    expect([answer.status, answer.headers.get('location')]).toEqual([404, null]);
  }
});

test('an address ends with the token or before, and a cached redirect at half of that', async () => {
  const day = await tokenFor('video', 86_400);
  for (const [name, token, longest] of [
    ['media.mp4', day, 300],
    ['highest.mp4', day, 3600],
    ['media.mp4', await tokenFor('video', 40), 40],
    ['highest.mp4', await tokenFor('video', 1000), 1000],
  ] as const) {
    const { from, seconds, cachedSeconds } = redirectOf(await ask(stream(name), { token }));
    expect(from + seconds).toBeLessThanOrEqual(endOf(token));
    expect(seconds).toBeLessThanOrEqual(longest);
    expect(seconds).toBeGreaterThan(longest / 2);
    expect(cachedSeconds).toBe(Math.floor(Math.min(seconds, 300) / 2));
  }
  // By the clock of a bucket, the token may end before the client asks.
  const answer = await ask(stream('media.mp4'), { token: await tokenFor('video', 5) });
  expect([answer.status, (await answer.arrayBuffer()).byteLength > 500]).toEqual([200, true]);
});

test('media without tokens is redirected too; by default the engine sends all', async () => {
  const paths = () => ['media.mp4', 'highest.mp4'].map(stream);
  await engine.stop();
  engine = await start('redirect', {});
  const seconds = await Promise.all(paths().map(async (path) => redirectOf(await ask(path)).seconds));
  expect(seconds).toEqual([300, 3600]);
  await engine.stop();
  engine = await start(undefined, {});
  for (const path of paths()) {
    const answer = await ask(path, { headers: { Range: 'bytes=10-19' } });
    expect([answer.status, (await answer.arrayBuffer()).byteLength]).toEqual([206, 10]);
  }
  await engine.stop();
  engine = await start('redirect');
});

test('a deleted video is not there, also at an address that was given before', async () => {
  const { address } = redirectOf(await ask(stream('highest.mp4'), { token: await tokenFor('video') }));
  expect((await fetch(address, { headers: { Range: 'bytes=0-9' } })).status).toBe(206);
  await engine.mux.video.assets.delete(assetId);
  for (const [path, token] of redirected())
    expect([path, (await ask(path, { token })).status]).toEqual([path, 404]);
  const status = async () => (await fetch(address, { headers: { Range: 'bytes=0-9' } })).status;
  await until(async () => (await status()) === 404 || undefined, 'the object stays', 10_000);
});
