import { randomInt } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { makeFolder, makeSlowVideo, makeVideo, isFullRun } from '@vault/media/testing';
import type { EngineRole } from './common/options.ts';
import type { SharedStores } from './testing/engine-process.ts';
import { type RunningStores, startSharedStores } from './testing/shared-stores.ts';
import { type EngineProcess, answerWithinMs, killAll, spawnEngine } from './testing/spawn-engine.ts';
import { until, uploadFile } from './testing/start-test-engine.ts';

jest.setTimeout(900_000);

const uploads = isFullRun ? 100 : 4;
const engineCount = 3;
/** How long the start of an engine takes on a machine without other work. */
const usualStartMs = 1_000;
const limits = { leaseSeconds: 3 };
const captions = { inputs: [{ generated_subtitles: [{ language_code: 'en' as const }] }] };

let folder: Awaited<ReturnType<typeof makeFolder>>;
let stores: RunningStores;
const engines: EngineProcess[] = [];

beforeAll(async () => {
  folder = await makeFolder();
  stores = await startSharedStores('many/');
  for (let at = 0; at < engineCount; at += 1) engines.push(await startEngine(at));
});
afterAll(async () => {
  killAll();
  await stores.connection.useDb(`${stores.shared.dbName}-roles`).dropDatabase();
  await stores.stop();
  await folder.remove();
});

const startEngine = (at: number): Promise<EngineProcess> =>
  spawnEngine(join(folder.path, `engine-${String(at)}`), stores.webhook, { limits, shared: stores.shared });
const anyEngine = (): EngineProcess => engines[randomInt(engines.length)]!;

/** Asks any engine, until one answers: each may just be killed. */
async function ask<T>(question: (engine: EngineProcess) => Promise<T>): Promise<T> {
  let failure: unknown;
  const attempt = (): Promise<T | undefined> =>
    question(anyEngine()).catch((error: unknown) => {
      failure = error;
      return undefined;
    });
  return await until(attempt, () => `no engine answers: ${String(failure)}`, 60_000);
}

/** Uploads in chunks, each to any engine. @returns the id of the asset */
async function upload(file: Buffer, chunkBytes: number, settings = {}): Promise<string> {
  const { id, url = '' } = await ask(({ mux }) =>
    mux.video.uploads.create({ cors_origin: '*', new_asset_settings: settings }),
  );
  const size = String(file.length);
  let held = 0;
  let acknowledged = 0;
  for (;;) {
    const end = Math.min(held + chunkBytes, file.length);
    const range = `bytes ${String(held)}-${String(end - 1)}/${size}`;
    const answer = await fetch(anyEngine().url + url, {
      method: 'PUT',
      headers: { 'Content-Range': held === file.length ? `bytes */${size}` : range },
      body: held === file.length ? null : Buffer.from(file.subarray(held, end)),
      signal: AbortSignal.timeout(answerWithinMs),
    }).catch(() => undefined);
    if (answer?.status === 200) break;
    const has = answer?.headers.get('range') ?? undefined;
    if (answer?.status === 308) {
      const next = has === undefined ? 0 : Number(has.slice('bytes=0-'.length)) + 1;
      expect(next).toBeGreaterThanOrEqual(acknowledged);
      held = acknowledged = next;
      continue;
    }
    // Another program may answer at the port of a killed engine: what counts is that the upload exists.
    if (answer?.status === 404) await ask(({ mux }) => mux.video.uploads.retrieve(id));
    else expect([undefined, 503]).toContain(answer?.status);
    if (has !== undefined) held = Number(has.slice('bytes=0-'.length)) + 1;
    await sleep(50);
  }
  return await ask(async ({ mux }) => (await mux.video.uploads.retrieve(id)).asset_id ?? '');
}

const readyIn = async (id: string): Promise<true | undefined> => {
  const { status } = await ask(({ mux }) => mux.video.assets.retrieve(id));
  expect(status).not.toBe('errored');
  return status === 'ready' || undefined;
};

test('chunks reach any engine, each plays the recording and knows how far the work of others is', async () => {
  const slow = await readFile(await makeSlowVideo(join(folder.path, 'slow.mkv'), '1280x720', 40));
  const id = await upload(slow, 500_000);
  const stages = new Set<string>();
  await until(async () => {
    const states = await Promise.all(engines.map(({ mux }) => mux.video.assets.retrieve(id)));
    // An engine that does the work knows at once, the others after a while.
    if (states.every(({ progress }) => (progress as { stage?: string } | undefined)?.stage !== undefined))
      stages.add('known by all');
    return states.every(({ status }) => status === 'ready') || undefined;
  }, 'it is not ready');
  expect([...stages]).toEqual(['known by all']);
  const asset = await ask(({ mux }) => mux.video.assets.retrieve(id));
  const path = `/stream/${asset.playback_ids?.[0]?.id ?? ''}/media.mp4`;
  const copies = await Promise.all(
    engines.map(async ({ url }) => Buffer.from(await (await fetch(url + path)).arrayBuffer())),
  );
  expect(copies.every((copy) => copy.length > 1000 && copy.equals(copies[0]!))).toBe(true);
});

test('kill -9 of any engine at any step loses nothing, and leaves no object without a record', async () => {
  const video = await readFile(await makeVideo(join(folder.path, 'short.mp4'), 2));
  const done = new AbortController();
  let kills = 0;
  const killAndStart = async (): Promise<void> => {
    let startMs = usualStartMs;
    for (let at = 0; !done.signal.aborted; at = (at + 1) % engineCount) {
      // What takes longer on a busy machine has longer, or else no job would ever end between two kills.
      await sleep(randomInt(500, 2500) * Math.max(1, startMs / usualStartMs));
      await engines[at]!.kill();
      kills += 1;
      const began = performance.now();
      engines[at] = await startEngine(at);
      startMs = performance.now() - began;
    }
  };
  const ids: string[] = [];
  const sendOne = async (): Promise<void> => {
    for (let left = uploads / 4; left > 0; left -= 1)
      ids.push(await upload(video, randomInt(20_000, video.length), captions));
  };
  const sendAll = async (): Promise<void> => {
    await Promise.all([sendOne(), sendOne(), sendOne(), sendOne()]);
    // The work on the last ones is killed, too. Then it may end: on a slow machine it takes longer than between two kills.
    const enough = kills + 2 * engineCount;
    await until(() => kills >= enough || undefined, 'no engine is killed');
  };
  await Promise.all([killAndStart(), sendAll().finally(() => done.abort())]);
  expect(ids).toHaveLength(uploads);
  for (const id of ids) await until(() => readyIn(id), `${id} is not ready`);
  const { catalogue, events, store } = stores;
  // As long as they get fewer: how long all of them take depends on the machine.
  for (let left = Infinity; left > 0;)
    left = await until(async () => {
      const now = await catalogue.assets.countQueued();
      return now < left ? now : undefined;
    }, 'jobs are left');
  const assets = await catalogue.assets.identities();
  const named = () => assets.flatMap(({ files }) => Object.values(files)).sort();
  await until(
    async () => (await store.list('assets/')).length <= named().length || undefined,
    'objects without a record are left',
    60_000,
  );
  expect((await store.list('assets/')).map(({ key }) => key).sort()).toEqual(named());
  // An engine that is killed when it has begun an object leaves it without bytes, and the sweep removes it after a day.
  for (const { key } of await store.unfinished('')) expect(await catalogue.uploads.names(key)).toBe(false);
  const types = ['video.asset.created', 'video.asset.ready'];
  for (const id of ids)
    for (const type of types) {
      const own = new Set(
        events.filter((one) => one.object.id === id && one.type === type).map((one) => one.id),
      );
      expect([type, own.size]).toEqual([type, 1]);
    }
});

test('jobs wait for an engine with the role for them, and say so', async () => {
  const { shared, webhook } = stores;
  const apart: SharedStores = {
    ...shared,
    dbName: `${shared.dbName}-roles`,
    bucket: { ...shared.bucket, prefix: 'roles/' },
  };
  const start = (role: EngineRole): Promise<EngineProcess> =>
    spawnEngine(join(folder.path, role), webhook, { limits, shared: apart, roles: [role] });
  const api = await start('api');
  const stageOf = async (id: string): Promise<string | undefined> => {
    const { progress, tracks = [] } = await api.mux.video.assets.retrieve(id);
    const text = tracks.find(({ type, status }) => type === 'text' && status === 'preparing');
    const work = [text, progress] as ({ stage?: string } | undefined)[];
    return work.find((one) => one?.stage !== undefined)?.stage;
  };
  const isServed = (id: string) => async () =>
    (await stageOf(id)) !== 'waiting-for-engine' ? true : undefined;
  const video = await readFile(await makeVideo(join(folder.path, 'role.mp4'), 3));
  const id = await uploadFile(api, video, captions);
  expect(await stageOf(id)).toBe('waiting-for-engine');
  const media = await start('media');
  expect((await fetch(`${media.url}/stream/x.m3u8`)).status).toBe(503);
  const isReady = async () => (await api.mux.video.assets.retrieve(id)).status === 'ready' || undefined;
  await until(isReady, 'it is not ready');
  expect(await stageOf(id)).toBe('waiting-for-engine');
  await start('speech');
  await until(isServed(id), 'the speech engine is not known');
  const isCaptioned = async () =>
    (await api.mux.video.assets.retrieve(id)).tracks?.some(
      ({ type, status }) => type === 'text' && status === 'ready',
    ) === true || undefined;
  await until(isCaptioned, 'there are no captions');
});
