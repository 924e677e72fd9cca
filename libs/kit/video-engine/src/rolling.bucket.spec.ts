import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { makeFolder, makeLargeVideo, isFullRun } from '@vault/media/testing';
import { sendInChunks } from './testing/send-in-chunks.ts';
import { type RunningStores, startSharedStores } from './testing/shared-stores.ts';
import { type EngineProcess, killAll, spawnEngine } from './testing/spawn-engine.ts';
import { until } from './testing/start-test-engine.ts';

jest.setTimeout(900_000);

const mib = 1024 * 1024;
const counts = isFullRun
  ? { engines: 3, rounds: 3, players: 50, uploads: 10, seconds: 8 }
  : { engines: 2, rounds: 1, players: 4, uploads: 3, seconds: 2 };
/** A chunk takes 6 s: longer than a stopping engine waits for it. */
const chunks = { chunkBytes: 3 * mib, bytesPerSecond: 0.5 * mib };
/** How long an engine still gets requests of those who were given its address before. */
const delayMs = 500;
/** A stopping engine waits so long for the requests that run, and cuts off those that take longer. */
const drainMs = 3_000;

let folder: Awaited<ReturnType<typeof makeFolder>>;
let stores: RunningStores;
let recording: Buffer;
/** The engines that get requests, as a service of Kubernetes names them. */
let ready: EngineProcess[] = [];
let started = 0;
let requests = 0;
/** When the last chunk that an engine got began. */
const chunkBegan = new Map<EngineProcess, number>();

beforeAll(async () => {
  folder = await makeFolder();
  stores = await startSharedStores('rolling/');
  recording = await readFile(await makeLargeVideo(join(folder.path, 'talk.mp4'), counts.seconds));
  for (let at = 0; at < counts.engines; at += 1) ready.push(await startEngine());
});
afterAll(async () => {
  killAll();
  await stores.stop();
  await folder.remove();
});

function startEngine(): Promise<EngineProcess> {
  const { shared, webhook } = stores;
  const dataDir = join(folder.path, `engine-${String((started += 1))}`);
  return spawnEngine(dataDir, webhook, { limits: { leaseSeconds: 3 }, shared });
}

/** Each request goes to the next engine. */
const next = (): EngineProcess => ready[(requests += 1) % ready.length]!;

/** @returns the id of the asset, and how often the upload was resumed */
async function upload(options = {}): Promise<{ id: string; resumed: number }> {
  const { id: uploadId, url: path = '' } = await next().mux.video.uploads.create({ cors_origin: '*' });
  const url = (): string => {
    const engine = next();
    chunkBegan.set(engine, performance.now());
    return engine.url + path;
  };
  const statuses = await sendInChunks(recording, { url, ...chunks, ...options });
  const { asset_id: id = '' } = await next().mux.video.uploads.retrieve(uploadId);
  return { id, resumed: statuses.filter((status) => status !== 308 && status !== 200).length };
}

async function untilReady(id: string): Promise<void> {
  const isReady = async () => (await next().mux.video.assets.retrieve(id)).status === 'ready' || undefined;
  await until(isReady, `${id} is not ready`);
}

async function pathOf(id: string): Promise<string> {
  const { playback_ids: ids } = await next().mux.video.assets.retrieve(id);
  return `/stream/${ids?.[0]?.id ?? ''}`;
}

/**
 * A request that nobody accepted or began to answer goes to the next engine, as browsers repeat it; so does one that
 * took longer than a stopping engine waits, as on a slow machine.
 */
async function play(path: string, headers: Record<string, string> = {}): Promise<Buffer> {
  for (;;) {
    const began = performance.now();
    try {
      return Buffer.from(await (await fetch(next().url + path, { headers })).arrayBuffer());
    } catch (error) {
      // A body that breaks off has another message.
      const { message, cause } = error as { message: string; cause?: { code?: string } };
      const isUnanswered = cause?.code === 'ECONNREFUSED' || cause?.code === 'UND_ERR_SOCKET';
      const isCutLate = message === 'terminated' && performance.now() - began >= delayMs + drainMs;
      if (!isCutLate && (message !== 'fetch failed' || !isUnanswered)) throw error;
    }
  }
}

/** Plays the segments of a recording again and again. @returns how many, and what was wrong */
async function playUntil(signal: AbortSignal, path: string, media: Buffer) {
  const failures: unknown[] = [];
  let segments = 0;
  while (!signal.aborted) {
    const playlist = await play(`${path}/media.m3u8`).catch((error: unknown) => error);
    if (!(playlist instanceof Buffer)) failures.push(playlist);
    for (const [, bytes, at] of String(playlist).matchAll(/#EXT-X-BYTERANGE:(\d+)@(\d+)/g)) {
      const [start, end] = [Number(at), Number(at) + Number(bytes)];
      const headers = { Range: `bytes=${String(start)}-${String(end - 1)}` };
      const body = await play(`${path}/media.mp4`, headers).catch((error: unknown) => error);
      if (!(body instanceof Buffer) || !body.equals(media.subarray(start, end))) failures.push(body);
      segments += 1;
      await sleep(50);
    }
  }
  return { segments, failures };
}

/**
 * Starts a new engine for each, before that gets no more requests and stops, while it receives a chunk.
 *
 * @returns the exit codes
 */
async function replaceAll(isUploading: () => boolean): Promise<(number | null)[]> {
  const codes: (number | null)[] = [];
  for (const old of ready) {
    const replacement = await startEngine();
    const receives = () => performance.now() - (chunkBegan.get(old) ?? 0) < delayMs || !isUploading();
    await until(() => receives() || undefined, 'no chunk begins');
    ready = [...ready.filter((one) => one !== old), replacement];
    await sleep(delayMs);
    codes.push(await old.stop());
  }
  return codes;
}

test('while all engines are replaced, no segment fails and no upload begins again', async () => {
  const { id: played } = await upload({ bytesPerSecond: Infinity });
  await untilReady(played);
  const path = await pathOf(played);
  const media = await play(`${path}/media.mp4`);
  const done = new AbortController();
  const players = Array.from({ length: counts.players }, () => playUntil(done.signal, path, media));
  let isUploading = true;
  const uploading = Promise.all(Array.from({ length: counts.uploads }, () => upload())).finally(() => {
    isUploading = false;
  });
  const replace = async (): Promise<(number | null)[]> => {
    const codes: (number | null)[] = [];
    for (let round = 0; round < counts.rounds; round += 1)
      codes.push(...(await replaceAll(() => isUploading)));
    return codes;
  };
  const [codes, uploads] = await Promise.all([replace(), uploading]).finally(() => done.abort());
  expect(codes).toEqual(codes.map(() => 0));
  for (const { segments, failures } of await Promise.all(players)) {
    expect(failures).toEqual([]);
    expect(segments).toBeGreaterThan(0);
  }
  expect(uploads.reduce((sum, { resumed }) => sum + resumed, 0)).toBeGreaterThan(0);
  for (const { id } of uploads) {
    await untilReady(id);
    expect((await play(`${await pathOf(id)}/media.mp4`)).equals(media)).toBe(true);
  }
  const { catalogue, events, store } = stores;
  await until(async () => (await catalogue.assets.countQueued()) === 0 || undefined, 'jobs are left');
  const assets = await catalogue.assets.identities();
  const named = assets.flatMap(({ files }) => Object.values(files)).sort();
  await until(
    async () => (await store.list('assets/')).length <= named.length || undefined,
    'objects without a record are left',
  );
  expect((await store.list('assets/')).map(({ key }) => key)).toEqual(named);
  expect([await store.unfinished(''), await store.list('uploads/')]).toEqual([[], []]);
  expect(events.filter(({ type }) => type.endsWith('errored'))).toEqual([]);
});
