import { randomUUID } from 'node:crypto';
import mongoose from 'mongoose';
import { startMongod, type TestMongod } from '@vault/store/testing';
import { compareStores, moveStores, StoreFiles } from './move-stores.ts';
import { Progress } from './progress.ts';
import { SourceFolder } from './source-folder.ts';
import { TargetDatabases } from './target-databases.ts';
import {
  makeOneProcessFolder,
  services,
  type OneProcessFolder,
} from './testing/one-process-folder.fixture.ts';

const { Double, Int32, Long, ObjectId } = mongoose.mongo;
const documentCount = 1_203;

describe('the move of stores', () => {
  let mongod: TestMongod;
  let folder: OneProcessFolder;
  let stores: StoreFiles;
  let target: TargetDatabases;
  beforeAll(async () => {
    mongod = await startMongod();
    folder = await makeOneProcessFolder();
    await folder.change('auth', async (connection) => {
      const users = connection.collection('users');
      for (let n = 0; n < documentCount; n += 1)
        await users.insertOne({
          n: new Int32(n),
          text: 'x'.repeat(n % 50),
          long: Long.fromNumber(n),
          real: new Double(n),
        });
    });
    await folder.change('upload', async (connection) => {
      const mixed = connection.collection<{ _id: unknown }>('mixed');
      for (const _id of ['b', 'a', new Int32(3), new ObjectId(), 'Ä'])
        await mixed.insertOne({ _id, deep: [{ at: new Date(5), none: null }] } as never);
    });
    const source = await SourceFolder.open(folder.path, services);
    await source.copyDatabases(folder.other('work'), services);
    source.close();
    stores = await StoreFiles.open(folder.other('work'), services);
  }, 120_000);
  afterAll(async () => {
    await stores.close();
    folder.remove();
    await mongod.stop();
  });
  beforeEach(async () => {
    target = await TargetDatabases.open({ url: mongod.uri }, services, `n-${randomUUID().slice(0, 8)}`);
  });
  afterEach(() => target.close());

  const silent = () => new Progress('', () => undefined);
  const different = async () =>
    (await compareStores(stores, target)).filter(({ isSame }) => !isSame).map(({ name }) => name);

  it('copies every document with the types of its values, whatever its id', async () => {
    await moveStores(stores, target, silent());
    expect(
      (await compareStores(stores, target)).map(({ name, isSame, target: { count } }) => [
        name,
        count,
        isSame,
      ]),
    ).toEqual([
      ['auth.users', documentCount, true],
      ['upload.mixed', 5, true],
    ]);
    const options = { promoteValues: false, promoteLongs: false };
    const found = await target.of('auth').collection('users').findOne({ n: 7 }, options);
    expect(found).toMatchObject({ n: new Int32(7), long: Long.fromNumber(7), real: new Double(7) });
  });

  it('continues a copy that ended in between, and doubles nothing', async () => {
    const ending = silent();
    jest.spyOn(ending, 'add').mockImplementation(() => {
      throw new Error('killed');
    });
    await expect(moveStores(stores, target, ending)).rejects.toThrow('killed');
    // The end of a batch that arrived only in part.
    const users = target.of('auth').collection('users');
    await users.deleteMany({ n: { $gte: 400 } });
    expect(await users.countDocuments()).toBe(400);
    expect(await different()).toEqual(['auth.users', 'upload.mixed']);
    await moveStores(stores, target, silent());
    await moveStores(stores, target, silent());
    expect(await different()).toEqual([]);
    expect(await users.countDocuments()).toBe(documentCount);
  });

  it('finds a changed document, an additional one and an additional collection', async () => {
    await moveStores(stores, target, silent());
    await target
      .of('auth')
      .collection('users')
      .updateOne({ n: 5 }, { $set: { real: new Int32(5) } });
    await target.of('upload').collection('others').insertOne({ a: 1 });
    expect(await different()).toEqual(['auth.users', 'upload.others']);
    await target.of('upload').collection('mixed').insertOne({ a: 1 });
    expect(await different()).toEqual(['auth.users', 'upload.mixed', 'upload.others']);
  });

  it('does not compare documents that a server may have removed because they have expired', async () => {
    await moveStores(stores, target, silent());
    const mixed = target.of('upload').collection('mixed');
    await mixed.createIndex({ goneAt: 1 }, { expireAfterSeconds: 60 }, {});
    await mixed.insertOne({ goneAt: new Date() });
    expect(await different()).toEqual([]);
    await mixed.insertOne({ goneAt: new Date(Date.now() + 3_600_000) });
    expect(await different()).toEqual(['upload.mixed']);
  });

  it('refuses databases with other documents, and the move of another source', async () => {
    await target.of('upload').collection('empty').createIndex({ a: 1 }, {}, {});
    expect(await target.isClaimed('one')).toBe(false);
    expect(await target.claim('one')).toBe(true);
    expect(await target.isClaimed('one')).toBe(true);
    expect(await target.claim('one')).toBe(false);
    await expect(target.claim('two')).rejects.toThrow(/the move of another folder/);
    const other = await TargetDatabases.open({ url: mongod.uri }, services, `n-${randomUUID().slice(0, 8)}`);
    await other.of('upload').collection('videos').insertOne({ a: 1 });
    await expect(other.claim('one')).rejects.toThrow(
      /-upload has documents that are not from a move \(in videos\)/,
    );
    expect(await other.collectionsOf('auth')).toEqual([]);
    expect(await other.of('auth').listCollections().toArray()).toEqual([]);
    await other.close();
  });

  it('refuses a disk that is too small', async () => {
    await target.claim('one');
    await target.assertSpace(1_000);
    await expect(target.assertSpace(1e15)).rejects.toThrow('MongoDB has too little space');
  });
});
