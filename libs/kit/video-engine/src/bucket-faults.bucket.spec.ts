import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import { DiskSpace } from '@vault/media';
import { makeFolder, makeLargeVideo, isFullRun } from '@vault/media/testing';
import { startVersitygw } from '../../../../tools/servers/versitygw.mjs';
import { Catalogue } from './catalogue/catalogue.ts';
import { BucketStorage } from './common/media-storage.ts';
import { silentLogger } from './common/options.ts';
import { MediaSweep } from './media-sweep.ts';
import { type BucketCall, type BucketProxy, startBucketProxy } from './testing/bucket-proxy.ts';
import { sendInChunks } from './testing/send-in-chunks.ts';
import { type TestEngine, startTestEngine, until } from './testing/start-test-engine.ts';

jest.setTimeout(900_000);

const mib = 1024 * 1024;
const dayMs = 86_400_000;
/** Of the times of clients, and of two minutes without a bucket. */
const timeScale = isFullRun ? 1 : 0.05;
/** Some chunks are too small for a part of an upload. */
const chunkBytes = 3.5 * mib;
/** Attempts of one call. */
const attempts = 3;

let folder: Awaited<ReturnType<typeof makeFolder>>;
let server: Awaited<ReturnType<typeof startVersitygw>>;
let proxy: BucketProxy;
let engine: TestEngine;
let recording: Buffer;
/** The packaged recording, from an upload without faults, and where it is played; it is cached. */
let packaged: Buffer;
let cached: string;
/** The asset with the same recording of which nothing is cached. */
let uncached: string;
/** The log, without what is only for information. */
const lines: string[] = [];

const data = (): string => join(folder.path, 'data');
const bucket = () => ({
  ...{ endpoint: proxy.url, bucket: server.bucket, region: server.region, isPathStyle: true },
  ...{ credentials: () => server.credentials, callMs: 3000, idleMs: 3000 },
});
const start = (): Promise<TestEngine> => {
  const log = (_: object, message: string): void => void lines.push(message);
  return startTestEngine(data(), {
    bucket: bucket(),
    logger: { info: () => undefined, warn: log, error: log },
  });
};

beforeAll(async () => {
  folder = await makeFolder();
  server = await startVersitygw();
  proxy = await startBucketProxy(server.endpoint);
  recording = await readFile(await makeLargeVideo(join(folder.path, 'talk.mp4'), 2));
  engine = await start();
  const ids = [await upload(), await upload()];
  for (const id of ids) await engine.waitForEvent('video.asset.ready', id);
  await untilIdle();
  await engine.stop();
  // Its cache is empty.
  engine = await start();
  [cached = '', uncached = ''] = ids;
  packaged = await play(cached);
});
afterAll(async () => {
  await engine.stop();
  await proxy.refuse();
  await server.stop();
  await folder.remove();
});

afterEach(async () => {
  proxy.delayMs = 0;
  proxy.faultOf = () => undefined;
  await proxy.accept();
});

/** @returns the id of the asset */
async function upload(): Promise<string> {
  const { id, url = '' } = await engine.mux.video.uploads.create({ cors_origin: '*' });
  const options = { url: () => url, chunkBytes, timeScale };
  for (let isResumed = false; ; isResumed = true) {
    const end = await sendInChunks(recording, { ...options, isResumed }).catch(
      (error: unknown) => error as Error,
    );
    if (!(end instanceof Error)) break;
    // A page tells its user that there is no room, who tries again.
    if (!end.message.endsWith('507')) throw end;
    await sleep(1000);
  }
  return (await engine.mux.video.uploads.retrieve(id)).asset_id ?? '';
}

async function addressOf(id: string): Promise<string> {
  const { playback_ids: ids } = await engine.mux.video.assets.retrieve(id);
  return `${engine.url}/stream/${ids?.[0]?.id ?? ''}/media.mp4`;
}

async function play(id: string): Promise<Buffer> {
  return Buffer.from(await (await fetch(await addressOf(id))).arrayBuffer());
}

async function untilIdle(): Promise<void> {
  const isIdle = async () =>
    (await engine.jobStatistics()).every(({ waiting, running }) => waiting + running === 0) || undefined;
  await until(isIdle, 'jobs are left');
}

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** Reads 100 kB of the packaged recording. @returns whether they are right; undefined when the engine asks to try again */
async function playPart(url: string, at: number): Promise<boolean | undefined> {
  const answer = await fetch(url, { headers: { Range: `bytes=${String(at)}-${String(at + 99_999)}` } });
  if (answer.status === 503) return undefined;
  const bytes = await answer.arrayBuffer().catch(() => undefined);
  // A player reads again what ended early.
  if (bytes === undefined) return undefined;
  return answer.status === 206 && Buffer.from(bytes).equals(packaged.subarray(at, at + 100_000));
}

let nextUncached = 0;

/** Plays what is cached, and what is not, until the signal. */
async function playDuring(signal: AbortSignal): Promise<{ cachedParts: Set<boolean | undefined> }> {
  const [near, far] = [await addressOf(cached), await addressOf(uncached)];
  const cachedParts = new Set<boolean | undefined>();
  const at = (nextUncached += mib);
  let isFarPlayed: boolean | undefined;
  for (let round = 0; !signal.aborted; round += 1) {
    cachedParts.add(await playPart(near, (round * 100_000) % (packaged.length - 100_000)));
    isFarPlayed ??= await playPart(far, at);
    await sleep(100);
  }
  expect(isFarPlayed ?? (await playPart(far, at))).toBe(true);
  return { cachedParts };
}

/** Uploads, makes a clip and plays during a fault, and checks that nothing fails or is different. */
async function workDuring(end: () => Promise<unknown>): Promise<void> {
  const done = new AbortController();
  const work = async () => {
    const clip = await engine.mux.video.assets.create({
      inputs: [{ url: `mux://assets/${uncached}`, start_time: 0.5, end_time: 1 }],
    });
    const id = await upload();
    await engine.waitForEvent('video.asset.ready', id);
    const { data: ready } = await engine.waitForEvent('video.asset.ready', clip.id);
    await untilIdle();
    return { id, ready };
  };
  const working = work().finally(() => done.abort());
  const [{ id, ready }, { cachedParts }] = await Promise.all([working, playDuring(done.signal), end()]);
  expect(cachedParts).toEqual(new Set([true]));
  expect(sha256(await play(id))).toBe(sha256(packaged));
  expect(ready.duration).toBeCloseTo(0.5, 1);
  expect(engine.events.filter(({ type }) => type.endsWith('errored'))).toEqual([]);
  expect(lines.filter((line) => /failed|retried/.test(line))).toEqual([]);
}

const isPart = ({ method, query }: BucketCall): boolean => method === 'PUT' && query.has('partNumber');
const isCompletion = ({ method, query }: BucketCall): boolean => method === 'POST' && query.has('uploadId');

/** Chooses calls by their number for each object, from 1. What a job stores has another key each time. */
function choose(matches: (call: BucketCall) => boolean, isChosen: (count: number) => boolean) {
  const counts = new Map<string, number>();
  return (call: BucketCall): boolean => {
    if (!matches(call)) return false;
    const object = call.path.replace(/\/\d+-/, '/');
    const count = (counts.get(object) ?? 0) + 1;
    counts.set(object, count);
    return isChosen(count);
  };
}

test('a slow bucket delays', async () => {
  proxy.delayMs = 300;
  await workDuring(() => Promise.resolve());
});

test('a bucket that has too many requests delays', async () => {
  let calls = 0;
  proxy.faultOf = () => ((calls += 1) % 3 === 0 ? { status: 503, code: 'SlowDown' } : undefined);
  await workDuring(() => Promise.resolve());
});

test('while the bucket is away for two minutes, uploads and jobs wait', async () => {
  const gone = Promise.withResolvers<undefined>();
  proxy.faultOf = (call) => {
    if (!isPart(call)) return undefined;
    void proxy.refuse().then(() => gone.resolve(undefined));
    return { cut: 'body' };
  };
  await workDuring(async () => {
    await gone.promise;
    proxy.faultOf = () => undefined;
    await sleep(120_000 * timeScale);
    await proxy.accept();
  });
});

test('connections that end while parts are sent, and before the end of an upload is confirmed, cost no upload', async () => {
  lines.length = 0;
  // As often as a call is repeated, so that the request or job that makes it fails.
  const isCut = choose(isPart, (count) => count > 1 && count <= 1 + attempts);
  const isLost = choose(isCompletion, (count) => count <= attempts);
  proxy.faultOf = (call) => {
    if (isCut(call)) return { cut: 'body' };
    return isLost(call) ? { cut: 'answer' } : undefined;
  };
  await workDuring(() => Promise.resolve());
  expect(lines).toContain('an upload could not be stored');
  expect(lines).toContain('a job waits');
});

test.each([
  { problem: 'forbidden', status: 403, code: 'AccessDenied', minBytes: 0 },
  { problem: 'full', status: 507, code: 'XMinioStorageFull', minBytes: 0 },
  { problem: 'full', status: 403, code: 'QuotaExceeded', minBytes: mib },
])('$code is one line in the log, and is over by itself', async ({ problem, status, code, minBytes }) => {
  lines.length = 0;
  let refused = 0;
  proxy.faultOf = ({ method, path, bytes }) => {
    if (method === 'GET' || method === 'HEAD' || bytes < minBytes) return undefined;
    if (!path.endsWith('/check')) refused += 1;
    return { status, code };
  };
  await workDuring(async () => {
    await until(() => engine.statistics().media.problem, 'the problem is not known');
    await until(() => refused >= 3 || undefined, 'nothing is tried again');
    expect(engine.statistics().media.problem).toBe(problem);
    proxy.faultOf = () => undefined;
  });
  await until(() => engine.statistics().media.problem === undefined || undefined, 'the problem stays');
  expect(lines).toEqual(['the bucket for media cannot be used']);
});

test('afterwards the bucket has what records name, and nothing else', async () => {
  await engine.stop();
  const catalogue = await Catalogue.open(data());
  const disk = new DiskSpace(folder.path, 0);
  const storage = new BucketStorage(join(folder.path, 'sweep'), bucket(), { disk, logger: silentLogger });
  const sweep = new MediaSweep({ catalogue, storage, logger: silentLogger });
  await sweep.deleteDropped();
  const assets = await catalogue.assets.identities();
  for (const { id } of assets) await sweep.clean(id);
  const stored = (await storage.store.list('assets/')).map(({ key }) => key);
  expect(stored).toEqual(assets.flatMap(({ files }) => Object.values(files)).sort());
  // Parts of calls that were not answered, and what was not deleted then, go after 30 days: the engine had just started.
  await sweep.sweep(Date.now() + 31 * dayMs);
  expect([await storage.store.unfinished(''), await storage.store.list('uploads/')]).toEqual([[], []]);
  expect((await storage.store.list('assets/')).map(({ key }) => key)).toEqual(stored);
  await storage.stop();
  await catalogue.close();
});
