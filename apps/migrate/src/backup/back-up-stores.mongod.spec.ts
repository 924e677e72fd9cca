import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ServiceName } from '@vault/contracts';
import mongoose from 'mongoose';
import { startMongod, type TestMongod } from '@vault/store/testing';
import { Progress } from '../move/progress.ts';
import { StoreCopies } from '../move/move-stores.ts';
import { backUpStores } from './back-up-stores.ts';
import { SourceStores } from './source-stores.ts';

const { Double, Int32, Long, ObjectId } = mongoose.mongo;
const services: readonly ServiceName[] = ['auth', 'upload', 'clip'];
const documentCount = 1_203;

describe(backUpStores, () => {
  let mongod: TestMongod;
  let source: SourceStores;
  let folder: string;
  beforeAll(async () => {
    mongod = await startMongod();
  }, 120_000);
  afterAll(() => mongod.stop());
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'stores-'));
    source = await SourceStores.open({ url: mongod.uri }, services, `n-${randomUUID().slice(0, 8)}`);
    const users = Array.from({ length: documentCount }, (_, n) => ({
      n: new Int32(n),
      long: Long.fromNumber(n),
      real: new Double(n),
      _id: n % 2 === 0 ? new ObjectId() : `user-${String(n)}`,
    }));
    await source
      .of('auth')
      .collection('users')
      .insertMany(users as never);
    await source.of('auth').collection('moved_from').insertOne({ a: 1 });
    await source
      .of('upload')
      .collection('videos')
      .insertOne({ n: 1, at: new Date(5), none: null });
    await source.of('upload').createCollection('empty');
  });
  afterEach(async () => {
    await source.close();
    rmSync(folder, { recursive: true });
  });

  async function take() {
    const collections = await source.collections();
    return { collections, snapshot: await source.takeSnapshot(collections[0]!) };
  }

  function backUp(taken: Awaited<ReturnType<typeof take>>, onDocument: () => void = () => undefined) {
    return backUpStores({
      ...{ source, folder, onDocument, ...taken },
      progress: new Progress('', () => undefined),
    });
  }

  it('copies all collections of all databases as they were at one time, with the types of their values', async () => {
    const taken = await take();
    await source.of('auth').collection('users').deleteMany({});
    await source.of('upload').collection('videos').insertOne({ n: 2 });
    await source
      .of('upload')
      .collection('videos')
      .updateOne({ n: 1 }, { $set: { n: 3 } });
    let seen = 0;
    const collections = await backUp(taken, () => (seen += 1));
    expect(collections.map(({ name, count }) => [name, count])).toEqual([
      ['auth.users', documentCount],
      ['upload.empty', 0],
      ['upload.videos', 1],
    ]);
    expect(seen).toBe(documentCount + 1);
    const copies = await StoreCopies.open(folder, services);
    expect(await copies.of('upload').collection('videos').findOne({})).toMatchObject({ n: 1, none: null });
    const exactly = { promoteValues: false, promoteLongs: false };
    const found = await copies
      .of('auth')
      .collection('users')
      .findOne({ _id: 'user-7' } as never, exactly);
    expect(found).toMatchObject({ n: new Int32(7), long: Long.fromNumber(7), real: new Double(7) });
    // A service without documents has a store as well.
    expect(await copies.collectionsOf('clip')).toEqual([]);
    await copies.close();
  });

  it('names the parameter when the server no longer has the state of that time', async () => {
    const admin = source.of('auth').client.db('admin');
    const keep = (seconds: number) =>
      admin.command({ setParameter: 1, minSnapshotHistoryWindowInSeconds: seconds });
    await keep(0);
    try {
      const taken = await take();
      const videos = source.of('upload').collection('videos');
      const reading = async () => {
        await videos.updateOne({}, { $inc: { n: 1 } });
        rmSync(join(folder, 'store'), { recursive: true, force: true });
        await backUp(taken);
      };
      // The server forgets it some writes later.
      for (let tries = 0; tries < 200; tries += 1) {
        const error = await reading().catch((thrown: unknown) => thrown);
        if (!error) continue;
        expect((error as Error).message).toContain('raise its parameter minSnapshotHistoryWindowInSeconds');
        return;
      }
      throw new Error('the server kept the state');
    } finally {
      await keep(300);
    }
  });

  it('asks to run it again when a collection was made meanwhile', async () => {
    const { snapshot } = await take();
    await source.of('clip').collection('clips').insertOne({ a: 1 });
    const collections = await source.collections();
    await expect(backUp({ snapshot, collections })).rejects.toThrow('Collections or indexes were created');
  });
});
