import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { makeFolder, makeVideo } from '@vault/media/testing';
import type { LeasedJob } from './catalogue/assets.ts';
import { claimNext, newAsset, queue } from './testing/new-asset.ts';
import { type RunningStores, startSharedStores } from './testing/shared-stores.ts';
import { type EngineProcess, killAll, spawnEngine } from './testing/spawn-engine.ts';
import { until } from './testing/start-test-engine.ts';

jest.setTimeout(600_000);

const limits = { leaseSeconds: 6 };
/** Longer than a look, and shorter than the clocks are wrong. */
const holdMs = 60_000;

let folder: Awaited<ReturnType<typeof makeFolder>>;
let stores: RunningStores;
let video: Buffer;
beforeAll(async () => {
  folder = await makeFolder();
  stores = await startSharedStores('clocks/');
  video = await readFile(await makeVideo(join(folder.path, 'short.mp4'), 2));
});
afterAll(async () => {
  killAll();
  await stores.stop();
  await folder.remove();
});

let started = 0;
async function start(
  options: Parameters<typeof spawnEngine>[2],
  webhook = stores.webhook,
): Promise<EngineProcess> {
  started += 1;
  const shared = { limits, shared: stores.shared };
  return await spawnEngine(join(folder.path, `engine-${String(started)}`), webhook, {
    ...shared,
    ...options,
  });
}

async function openUpload({ mux }: EngineProcess): Promise<{ id: string; url: string }> {
  const { id, url = '' } = await mux.video.uploads.create({ cors_origin: '*', new_asset_settings: {} });
  return { id, url };
}

/** The storage of a bucket may need a second try. */
async function send(engine: EngineProcess, url: string): Promise<void> {
  const put = async (): Promise<true | undefined> => {
    const { status } = await fetch(engine.url + url, { method: 'PUT', body: video });
    expect([200, 503]).toContain(status);
    return status === 200 || undefined;
  };
  await until(put, 'the upload does not end');
}

/** Leases a job, as an engine does that works on it for long. */
async function lease(durationMs: number): Promise<LeasedJob> {
  const { assets } = stores.catalogue;
  await assets.insert(queue(newAsset(), 'storyboard'));
  const now = stores.catalogue.now();
  const job = await claimNext(stores.catalogue, 'media', { now, until: now + durationMs });
  return job!;
}

const isLeased = async ({ assetId }: LeasedJob): Promise<boolean> =>
  (await stores.catalogue.assets.byId(assetId))?.jobs[0]?.lease !== undefined;

const arrived = (type: string, id: string) => () =>
  stores.events.some((event) => event.type === type && event.object.id === id) || undefined;

describe.each([
  ['two minutes ahead', 120],
  ['seven hours ahead', 7 * 3600],
  ['two hours behind', -2 * 3600],
])('an engine whose clock is %s', (_name, clockAheadSeconds) => {
  test('ends no lease and no upload of others, and ends what has ended', async () => {
    const { catalogue } = stores;
    const healthy = await start({ roles: ['api'] });
    const { id, url } = await openUpload(healthy);
    const ended = await openUpload(healthy);
    await healthy.kill();
    await catalogue.uploads.change(ended.id, (upload) => {
      upload.expiresAt = catalogue.now() - 1;
    });
    const held = await lease(holdMs);
    const isHeld = () => catalogue.assets.renew(held, catalogue.now() + holdMs);
    const wrong = await start({ clockAheadSeconds, roles: ['api'] });
    // What has ended shows when the engine has looked.
    for (let look = 0; look < 2; look += 1) {
      const silent = await lease(0);
      const isReleased = async (): Promise<true | undefined> => {
        expect(await isHeld()).toBe(true);
        return !(await isLeased(silent)) || undefined;
      };
      await until(isReleased, 'the engine does not look at leases');
    }
    const isEnded = async () => (await catalogue.uploads.byId(ended.id))?.status === 'timed_out' || undefined;
    await until(isEnded, 'the engine does not look at uploads');
    expect(await isHeld()).toBe(true);
    expect((await catalogue.uploads.byId(id))?.status).toBe('waiting');
    await send(wrong, url);
    await until(arrived('video.upload.asset_created', id), 'its webhooks do not leave');
    await wrong.kill();
    await catalogue.assets.remove(held.assetId);
  });

  test('leaves work that others finish when it dies', async () => {
    const { catalogue } = stores;
    // Nobody listens at this port.
    const nowhere = { url: 'http://127.0.0.1:1/', secret: 's' };
    const wrong = await start({ clockAheadSeconds, roles: ['api'] }, nowhere);
    const { id, url } = await openUpload(wrong);
    await send(wrong, url);
    const assetId = (await catalogue.uploads.byId(id))?.assetId ?? '';
    const worker = await start({ clockAheadSeconds, roles: ['media'] }, nowhere);
    const isTried = async () =>
      (await catalogue.uploads.byId(id))?.events.some(({ attempts }) => attempts > 0) === true || undefined;
    await until(isTried, 'its webhook is not tried');
    const isBegun = async () => {
      const asset = await catalogue.assets.byId(assetId);
      return (
        asset?.status === 'ready' ||
        (asset?.jobs.some((job) => job.lease !== undefined) ?? false) ||
        undefined
      );
    };
    await until(isBegun, 'its job is not begun');
    await Promise.all([wrong.kill(), worker.kill()]);
    const healthy = await start({});
    await until(arrived('video.upload.created', id), 'its webhook waits', 60_000);
    const isReady = async () =>
      (await healthy.mux.video.assets.retrieve(assetId)).status === 'ready' || undefined;
    await until(isReady, 'its job waits', 60_000);
    await until(arrived('video.asset.ready', assetId), 'the webhook of the asset waits', 60_000);
    await healthy.kill();
  });
});
