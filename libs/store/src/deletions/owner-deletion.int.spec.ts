import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEmbeddedDriver } from '@vault/embedded-mongo';
import { Mongoose, type Connection } from 'mongoose';
import { createLogger } from '@vault/base';
import { MovingClock, until } from '@vault/base/testing';
import { OwnerDeletion } from './owner-deletion.ts';
import {
  deletedOwnerSchema,
  deletedVideoSchema,
  type DeletedOwnerDocument,
  type DeletedVideoDocument,
} from './tombstone.schemas.ts';
import { Tombstones } from './tombstones.ts';

const logger = createLogger({ level: 'silent' });

describe(OwnerDeletion, () => {
  let dir: string;
  let store: Connection;
  let clock: MovingClock;
  let tombstones: Tombstones;
  let deletion: OwnerDeletion;
  /** The number of remaining parts of each owner. */
  let parts: Map<string, number>;
  /** Simulates an unavailable store: every removal rejects. */
  let isUnavailable: boolean;

  beforeEach(async () => {
    dir = mkdtempSync(join(tmpdir(), 'owners-'));
    const mongoose = new Mongoose();
    mongoose.setDriver(createEmbeddedDriver());
    store = await mongoose.createConnection(`sqlite:${join(dir, 'store.sqlite')}`).asPromise();
    const model = store.model<DeletedOwnerDocument>('DeletedOwner', deletedOwnerSchema);
    await model.init();
    clock = new MovingClock();
    const videos = store.model<DeletedVideoDocument>('DeletedVideo', deletedVideoSchema);
    tombstones = new Tombstones(model, videos);
    parts = new Map();
    isUnavailable = false;
    deletion = new OwnerDeletion(model, tombstones, { removeSome }, clock, logger);
    deletion.onApplicationBootstrap();
  });
  afterEach(async () => {
    await deletion.beforeApplicationShutdown();
    await store.close();
    rmSync(dir, { recursive: true, force: true });
  });

  function removeSome(ownerId: string): Promise<boolean> {
    if (isUnavailable) return Promise.reject(new Error('away'));
    const left = Math.max(0, (parts.get(ownerId) ?? 0) - 1);
    parts.set(ownerId, left);
    return Promise.resolve(left > 0);
  }
  const isDeleted = (ownerId: string, videoId?: string) =>
    tombstones.undoIfDeleted({ ownerId, videoId }, () => Promise.resolve());
  const isGone = () =>
    until(
      () => parts.get('ada'),
      (left) => left === 0,
    );

  it('removes all data, and keeps only the id', async () => {
    parts.set('ada', 3);
    await deletion.delete('ada');
    expect(parts.get('ada')).toBe(0);
    expect(await isDeleted('ada')).toBe(true);
    expect(await isDeleted('bob')).toBe(false);
    const remaining = await store.model('DeletedOwner').findOne({ _id: 'ada' }).lean();
    expect(Object.keys(remaining!).sort()).toEqual(['_id', 'correlationId', 'deletedAt', 'nextCheckAt']);
  });

  it('continues with the next check when one call does not remove all', async () => {
    parts.set('ada', 50);
    await deletion.delete('ada');
    expect(parts.get('ada')).toBe(30);
    await isGone();
  });

  it('continues after a crash, and may be called twice', async () => {
    parts.set('ada', 2);
    isUnavailable = true;
    await expect(deletion.delete('ada')).rejects.toThrow('away');
    isUnavailable = false;
    await deletion.delete('ada');
    expect(parts.get('ada')).toBe(0);
    parts.set('ada', 1);
    isUnavailable = true;
    await expect(deletion.delete('ada')).rejects.toThrow('away');
    isUnavailable = false;
    clock.passSeconds(61);
    await isGone();
  });

  it('removes late data: after a minute, and before the id is removed', async () => {
    await deletion.delete('ada');
    parts.set('ada', 1);
    clock.passSeconds(61);
    await isGone();
    await until(
      () =>
        store
          .model('DeletedOwner')
          .exists({ nextCheckAt: { $lte: new Date(clock.now().getTime() + 60_000) } })
          .exec(),
      (due) => due === null,
    );
    parts.set('ada', 1);
    clock.passSeconds(8 * 24 * 60 * 60);
    await isGone();
    await until(
      () => isDeleted('ada'),
      (isKept) => !isKept,
    );
  });

  it('undoes what is stored for a deleted video, and for one of a deleted owner', async () => {
    await tombstones.addVideo('cut');
    await tombstones.addVideo('cut');
    await deletion.delete('ada');
    const undone: string[] = [];
    for (const [ownerId, videoId] of [
      ['bob', 'cut'],
      ['bob', 'other'],
      ['ada', 'other'],
    ] as const)
      await tombstones.undoIfDeleted({ ownerId, videoId }, () =>
        Promise.resolve(undone.push(`${ownerId}/${videoId}`)),
      );
    expect(undone).toEqual(['bob/cut', 'ada/other']);
  });
});
