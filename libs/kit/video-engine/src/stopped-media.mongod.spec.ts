import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { FolderStore } from '@vault/media-store';
import type { Connection } from 'mongoose';
import { Mongoose } from 'mongoose';
import { makeFolder } from '@vault/media/testing';
import { Catalogue } from './catalogue/catalogue.ts';
import { keyOf } from './catalogue/files.ts';
import { engineRoles } from './common/options.ts';
import { mediaIdOf } from './media-identity.ts';
import { acceptMedia, StoppedMedia } from './stopped-media.ts';
import { newAsset } from './testing/new-asset.ts';

/** The used function of `tools/servers/mongod.mjs`. */
interface MongodTool {
  useMongod: () => Promise<{ uri: string; stop: () => Promise<void> }>;
}

const tool = new URL('../../../../tools/servers/mongod.mjs', import.meta.url).href;
const server = await ((await import(tool)) as MongodTool).useMongod();
afterAll(() => server.stop());

let folder: Awaited<ReturnType<typeof makeFolder>>;
let dbName: string;
let connections: Connection[];
let store: FolderStore;
beforeEach(async () => {
  folder = await makeFolder();
  store = new FolderStore(join(folder.path, 'objects'));
  dbName = `spec-${randomUUID()}`;
  connections = [];
});
afterEach(async () => {
  jest.restoreAllMocks();
  await connections[0]?.dropDatabase();
  for (const connection of connections) await connection.close();
  await folder.remove();
});

async function connect(): Promise<Connection> {
  const options = { dbName, autoIndex: false, autoCreate: false };
  const connection = await new Mongoose().createConnection(server.uri, options).asPromise();
  connections.push(connection);
  return connection;
}

const place = async () => ({ connection: await connect(), store });
const collections = async () => await (await connect()).listCollections();
async function noteEngine(secondsAgo: number): Promise<void> {
  const catalogue = await Catalogue.ofStopped(await connect());
  await catalogue.noteEngine('one', engineRoles, Date.now() - secondsAgo * 1000);
}

/** Stores assets with objects as engines do. @returns their ids, in their order */
async function storeAssets(count: number): Promise<string[]> {
  await acceptMedia(await place());
  const { assets } = await Catalogue.ofStopped(await connect());
  const ids = Array.from({ length: count }, (_, at) => at.toString(16).padStart(32, '0'));
  const storeOne = async (id: string): Promise<void> => {
    const media = keyOf(id, 1, 'media');
    await store.put(media, Buffer.from(id));
    await assets.insert(newAsset({ id, status: 'ready', lastLease: 1, files: { media } }));
  };
  await Promise.all(ids.map(storeOne));
  return ids;
}

test('media of running engines are neither accepted, opened nor changed', async () => {
  const [id = ''] = await storeAssets(1);
  const before = await mediaIdOf(store);
  const media = await StoppedMedia.open(await place());
  await noteEngine(100);
  const refusal = `Engines use the media catalogue ${dbName}. Stop them first`;
  await expect(acceptMedia(await place())).rejects.toThrow(refusal);
  await expect(StoppedMedia.open(await place())).rejects.toThrow(refusal);
  await expect(media.discard('assets', id)).rejects.toThrow(refusal);
  expect(await mediaIdOf(store)).toBe(before);
  // A killed engine has left its note.
  await noteEngine(125);
  await media.discard('assets', id);
  expect(await media.assets()).toEqual([]);
  await acceptMedia(await place());
  expect(await mediaIdOf(store)).not.toBe(before);
});

test('other objects and a database without a catalogue are refused, and stay as they are', async () => {
  await expect(StoppedMedia.open(await place())).rejects.toThrow(
    `There is no media catalogue in the database ${dbName}.`,
  );
  expect(await collections()).toEqual([]);
  await storeAssets(1);
  const empty = new FolderStore(join(folder.path, 'others'));
  await expect(StoppedMedia.open({ connection: await connect(), store: empty })).rejects.toThrow(
    'belongs to other files',
  );
  expect(await empty.list('')).toEqual([]);
});

test('all pages of objects are listed, once', async () => {
  const ids = await storeAssets(1003);
  await store.delete([keyOf(ids[7]!, 1, 'media'), keyOf(ids[1000]!, 1, 'media')]);
  const list = jest.spyOn(store, 'list');
  const head = jest.spyOn(store, 'head');
  const media = await StoppedMedia.open(await place());
  const heads = head.mock.calls.length;
  for (let round = 0; round < 2; round += 1) {
    const brokenAssets = (await media.assets()).filter(({ isWhole }) => !isWhole);
    expect(brokenAssets.map(({ id }) => id).toSorted()).toEqual([ids[7], ids[1000]]);
  }
  // The last one is empty.
  expect(list.mock.calls.length).toBe(3);
  expect(head.mock.calls.length).toBe(heads);
}, 60_000);

test('media that are being copied are not accepted', async () => {
  await store.put('media-copy', Buffer.from('id'));
  await expect(acceptMedia(await place())).rejects.toThrow('Media are being copied');
  expect(await collections()).toEqual([]);
});
