import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { claimNext, newAsset, queue } from '../testing/new-asset.ts';
import type { Catalogue } from './catalogue.ts';
import { addJob, completeJob, nextDueAt } from './job-queue.ts';
import { nextSeq } from './seq.ts';

/** An empty catalogue. */
export interface OpenCatalogue {
  catalogue: Catalogue;
  /** Opens it once more, as another engine does. */
  another(): Promise<Catalogue>;
  remove(): Promise<void>;
}

/** What the catalogue does over every database. */
export function describeCatalogue(name: string, open: () => Promise<OpenCatalogue>): void {
  let opened: OpenCatalogue;
  let catalogue: Catalogue;
  beforeEach(async () => {
    opened = await open();
    ({ catalogue } = opened);
  });
  afterEach(() => opened.remove());

  describe(name, () => {
    test('concurrent changes of one asset are all stored', async () => {
      const asset = newAsset({ meta: {} });
      await catalogue.assets.insert(asset);
      const names = Array.from({ length: 20 }, (_, at) => `name ${String(at)}`);
      const change = (name: string) =>
        catalogue.assets.change(asset.id, ({ meta }) => {
          meta![name] = 'x';
        });
      await Promise.all(names.map(change));
      expect(Object.keys((await catalogue.assets.byId(asset.id))?.meta ?? {}).sort()).toEqual(names.sort());
    });

    test('records that engines create in the same hundredth of a millisecond are all stored', async () => {
      const [first, second] = [newAsset(), newAsset()];
      second.seq = first.seq;
      expect([await catalogue.assets.insert(first), await catalogue.assets.insert(second)]).toEqual([
        true,
        true,
      ]);
      const page = await catalogue.assets.page(0, 10);
      expect(page.map(({ id }) => id)).toEqual([second.id, first.id]);
      expect(await catalogue.assets.insert({ ...second, seq: nextSeq() })).toBe(false);
    });

    test('a change that is refused or throws stores nothing', async () => {
      const asset = newAsset();
      await catalogue.assets.insert(asset);
      const refused = catalogue.assets.change(asset.id, (draft) => {
        draft.status = 'errored';
        return false;
      });
      expect(await refused).toBeUndefined();
      const failed = catalogue.assets.change(asset.id, (draft) => {
        draft.status = 'errored';
        throw new Error('no');
      });
      await expect(failed).rejects.toThrow('no');
      expect(await catalogue.assets.byId(asset.id)).toEqual(asset);
    });

    test('a deleted asset cannot be read, changed, listed or worked on, but its events are sent', async () => {
      const event = { id: 'e', type: 'deleted', body: '{}', createdAt: 1, dueAt: 1, attempts: 0 };
      const asset = queue(newAsset(), 'ingest');
      await catalogue.assets.insert(asset);
      await catalogue.assets.change(asset.id, (draft) => {
        Object.assign(draft, { deletedAt: 5, jobs: [], events: [event] });
      });
      const found = [
        await catalogue.assets.byId(asset.id),
        await catalogue.assets.byPlaybackId(asset.playbackId),
        await catalogue.assets.change(asset.id, () => undefined),
        await claimNext(catalogue, 'media', { now: 10, until: 1000 }),
        ...(await catalogue.assets.page(0, 10)),
        ...(await catalogue.assets.identities()),
      ];
      expect(found).toEqual([undefined, undefined, undefined, undefined]);
      expect(await catalogue.assets.withDueEvents(1, 10)).toMatchObject([{ id: asset.id, events: [event] }]);
      expect([await catalogue.assets.deleted(5), await catalogue.assets.deleted(6)]).toMatchObject([
        [],
        [{ id: asset.id }],
      ]);
    });

    test('pages have the newest assets first', async () => {
      const assets = [newAsset(), newAsset(), newAsset()];
      for (const asset of assets) await catalogue.assets.insert(asset);
      const [first, second, third] = assets.map(({ id }) => id);
      const page = async (skip: number) => (await catalogue.assets.page(skip, 2)).map(({ id }) => id);
      expect([await page(0), await page(2)]).toEqual([[third, second], [first]]);
    });

    test('jobs are leased by priority, then in turns of their owners, and each lease has a higher number', async () => {
      const add = async (owner: string, kind: 'ingest' | 'storyboard') => {
        const asset = newAsset({ owner });
        addJob(asset, kind, asset.id);
        await catalogue.assets.insert(asset);
        return asset.id;
      };
      const picture = await add('a', 'storyboard');
      const ids = [await add('a', 'ingest'), await add('a', 'ingest'), await add('b', 'ingest')];
      const leased = [];
      for (
        let job = await claimNext(catalogue, 'media', { now: 0, until: 1000 });
        job;
        job = await claimNext(catalogue, 'media', { now: 0, until: 1000 })
      )
        leased.push(job);
      expect(leased.map(({ assetId }) => assetId)).toEqual([ids[0], ids[2], ids[1], picture]);
      const [first] = leased;
      await catalogue.assets.release(first!, { dueAt: 100, isCounted: false });
      expect([
        await claimNext(catalogue, 'media', { now: 99, until: 1000 }),
        nextDueAt(await catalogue.assets.queued(), 99),
      ]).toEqual([undefined, 100]);
      const again = await claimNext(catalogue, 'media', { now: 100, until: 1000 });
      expect(again).toMatchObject({ assetId: first!.assetId, attempts: 1, lease: 2 });
      await catalogue.assets.change(first!.assetId, (asset) => {
        expect(completeJob(asset, first!)).toBe(false);
        expect(completeJob(asset, again!)).toBe(true);
      });
    });

    test('owners take turns across all engines', async () => {
      const ofMany = Array.from({ length: 3 }, () => queue(newAsset({ owner: 'many' }), 'ingest'));
      const ofOne = queue(newAsset({ owner: 'one' }), 'ingest');
      for (const asset of [...ofMany, ofOne]) await catalogue.assets.insert(asset);
      const order = [];
      for (const engine of [catalogue, await opened.another(), catalogue, await opened.another()])
        order.push((await claimNext(engine, 'media', { now: 0, until: 1000 }))?.assetId);
      expect(order).toEqual([ofMany[0]!.id, ofOne.id, ofMany[1]!.id, ofMany[2]!.id]);
    });

    test('two engines never lease the same job, and never lose a change', async () => {
      const assets = Array.from({ length: 12 }, () => queue(newAsset({ meta: {} }), 'ingest'));
      for (const asset of assets) await catalogue.assets.insert(asset);
      const engines = [catalogue, await opened.another()];
      const work = engines.map(async (engine, at) => {
        const leased = [];
        for (
          let job = await claimNext(engine, 'media', { now: 0, until: 1000 });
          job;
          job = await claimNext(engine, 'media', { now: 0, until: 1000 })
        ) {
          leased.push(job.assetId);
          for (const id of assets.map((asset) => asset.id))
            await engine.assets.change(id, ({ meta }) => {
              meta![`${String(at)} ${job.assetId}`] = 'changed';
            });
        }
        return leased;
      });
      const leased = (await Promise.all(work)).flat();
      expect(leased.toSorted()).toEqual(assets.map(({ id }) => id).toSorted());
      for (const { id } of assets)
        expect(Object.keys((await catalogue.assets.byId(id))?.meta ?? {})).toHaveLength(assets.length);
    });

    test('a lease that is not renewed goes to another engine, and the late result is not stored', async () => {
      const asset = queue(newAsset(), 'ingest');
      await catalogue.assets.insert(asset);
      const other = await opened.another();
      const first = (await claimNext(catalogue, 'media', { now: 0, until: 100 }))!;
      await other.assets.releaseExpired(99);
      expect(await claimNext(other, 'media', { now: 99, until: 200 })).toBeUndefined();
      expect(await catalogue.assets.renew(first, 150)).toBe(true);
      await other.assets.releaseExpired(149);
      expect(await claimNext(other, 'media', { now: 149, until: 200 })).toBeUndefined();
      await other.assets.releaseExpired(150);
      const second = await claimNext(other, 'media', { now: 150, until: 200 });
      expect(second).toMatchObject({ assetId: asset.id, lease: 2, attempts: 2 });
      expect(await catalogue.assets.renew(first, 300)).toBe(false);
      // The attempt whose lease others have ended does not count, however its holder ended it.
      await catalogue.assets.release(first, { dueAt: 0, isCounted: true });
      expect((await catalogue.assets.byId(asset.id))?.jobs).toMatchObject([{ lease: 2, attempts: 1 }]);
      await catalogue.assets.change(asset.id, (draft) => {
        expect([completeJob(draft, first), completeJob(draft, second!)]).toEqual([false, true]);
      });
    });

    test('an upload ends once, and is found by its secret and by what it lacks', async () => {
      const now = Date.now();
      const upload = {
        id: 'u',
        seq: nextSeq(),
        secret: 's',
        status: 'waiting',
        createdAt: now,
        expiresAt: now,
      } as const;
      const settings = {
        timeout: 60,
        corsOrigin: '*',
        settings: { subtitles: [], renditions: [] },
      };
      await catalogue.uploads.insert({
        ...upload,
        ...settings,
        held: 3,
        total: 5,
        parts: [],
        nextPart: 1,
        events: [],
      });
      const { uploads } = catalogue;
      const idsOf = async (found: Promise<{ id: string }[]>) => (await found).map(({ id }) => id);
      expect([(await uploads.bySecret('s'))?.id, await uploads.countWaiting()]).toEqual(['u', 1]);
      expect([await idsOf(uploads.fullyReceived()), await idsOf(uploads.expired(now))]).toEqual([[], ['u']]);
      await uploads.change('u', (one) => {
        one.held = 5;
      });
      expect(await idsOf(uploads.fullyReceived())).toEqual(['u']);
      const end = () =>
        uploads.finish('u', (one) => {
          Object.assign(one, { status: 'asset_created', assetId: 'a', lacksAsset: true });
        });
      const ended = await Promise.all([end(), end()]);
      expect(ended.filter((one) => one !== undefined)).toMatchObject([{ assetId: 'a' }]);
      expect([await idsOf(uploads.fullyReceived()), await idsOf(uploads.lackingAssets())]).toEqual([
        [],
        ['u'],
      ]);
      await uploads.removeFinished(now + 1);
      expect(await uploads.byId('u')).toBeDefined();
      await uploads.change('u', (one) => delete one.lacksAsset);
      await uploads.removeFinished(now + 1);
      expect(await uploads.byId('u')).toBeUndefined();
    });

    test('the speech of a day is counted over all engines', async () => {
      const day = Date.UTC(2026, 10, 28, 12);
      const other = await opened.another();
      const limits = { perDay: 100, perOwner: 100 };
      const of = (owner: string, seconds = 60): { owner: string; seconds: number } => ({ owner, seconds });
      const outcomes = await Promise.all([
        catalogue.takeSpeech(day, of('ada'), limits),
        other.takeSpeech(day, of('eve'), limits),
        catalogue.takeSpeech(day, of('ada'), limits),
      ]);
      expect(outcomes.toSorted()).toEqual([false, true, true]);
      expect(await other.takeSpeech(day + 11 * 3_600_000, of('bob', 1), limits)).toBe(false);
      expect(await other.takeSpeech(day + 13 * 3_600_000, of('bob', 1), limits)).toBe(true);
    });

    test('an owner has a share of the speech of a day', async () => {
      const day = Date.UTC(2026, 10, 28, 12);
      const [ada, eve] = [
        { owner: 'ada', seconds: 30 },
        { owner: 'eve', seconds: 30 },
      ];
      const limits = { perDay: 90, perOwner: 50 };
      const taken = [];
      for (const one of [ada, ada, ada, eve, eve]) taken.push(await catalogue.takeSpeech(day, one, limits));
      expect(taken).toEqual([true, true, false, true, false]);
      // What the day refused does not count for the owner.
      expect(await catalogue.takeSpeech(day, eve, { perDay: Infinity, perOwner: 31 })).toBe(true);
      expect(await catalogue.takeSpeech(day, eve, { perDay: Infinity, perOwner: 31 })).toBe(false);
      expect(await catalogue.takeSpeech(day + 86_400_000, ada, limits)).toBe(true);
    });

    test('the identity is the last one that was stored', async () => {
      expect(await catalogue.id()).toBeUndefined();
      await catalogue.setId('first');
      await catalogue.setId('second');
      expect(await (await opened.another()).id()).toBe('second');
    });
  });
}
