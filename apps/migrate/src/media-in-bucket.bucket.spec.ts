import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Environment } from '@vault/base';
import type { ServiceName } from '@vault/contracts';
import { BucketStore, type BucketOptions } from '@vault/media-store';
import { EmbeddedLog } from '@vault/messaging/embedded';
import { openEmbeddedStore, withStoppedFolder, type ServiceDefinition } from '@vault/platform';
import { startMongod, type TestMongod } from '@vault/store/testing';
import { Mongoose, type Connection } from 'mongoose';
import { startVersitygw } from '../../../tools/servers/versitygw.mjs';
import { acceptMediaCommand } from './accept-media.ts';
import { makeVideo, MediaEngine } from './move-media/testing/media-engine.fixture.ts';
import { repairCommand } from './repair/repair-command.ts';

const names: readonly ServiceName[] = ['auth', 'upload', 'chaptering', 'search', 'clip', 'portal', 'admin'];
const services = names.map((name) => ({ name, models: [] })) as unknown as readonly ServiceDefinition[];

jest.setTimeout(300_000);

describe('media in a bucket', () => {
  let root: string;
  let server: Awaited<ReturnType<typeof startVersitygw>>;
  let mongod: TestMongod;
  let video: Buffer;
  beforeAll(async () => {
    root = mkdtempSync(join(tmpdir(), 'media-in-bucket-'));
    [server, mongod] = await Promise.all([startVersitygw(), startMongod()]);
    video = await makeVideo(join(root, 'talk.mp4'), 2);
  }, 600_000);
  afterAll(async () => {
    for (const connection of connections) await connection.close();
    await Promise.all([server.stop(), mongod.stop()]);
    rmSync(root, { recursive: true });
  });

  const bucketOf = (name: string): BucketOptions => ({
    ...{ bucket: server.bucket, endpoint: server.endpoint, region: server.region, prefix: `${name}/` },
    ...{ isPathStyle: true, credentials: () => server.credentials },
  });
  const bucketEnvironment = (name: string): Environment => ({
    ...{ MEDIA_BUCKET: server.bucket, MEDIA_ENDPOINT: server.endpoint, MEDIA_REGION: server.region },
    MEDIA_ACCESS_KEY_ID: server.credentials.accessKeyId,
    MEDIA_SECRET_ACCESS_KEY: server.credentials.secretAccessKey,
    ...{ MEDIA_PATH_STYLE: 'true', MEDIA_PREFIX: `${name}/` },
  });
  const environment = (name: string): Environment => ({
    ...bucketEnvironment(name),
    ...{ MONGO_URL: mongod.uri, NAMESPACE: name, KAFKA_BROKERS: 'localhost:9' },
  });
  const connections: Connection[] = [];
  async function databaseOf(dbName: string): Promise<Connection> {
    const connection = await new Mongoose().createConnection(mongod.uri, { dbName }).asPromise();
    connections.push(connection);
    return connection;
  }
  const start = (name: string): Promise<MediaEngine> =>
    MediaEngine.start({
      dataDir: join(root, name),
      bucket: bucketOf(name),
      connect: () => databaseOf(`${name}-video-engine`),
    });
  const startAlone = (name: string): Promise<MediaEngine> =>
    MediaEngine.start({ dataDir: join(root, name, 'media'), bucket: bucketOf(name) });

  async function upload(engine: MediaEngine): Promise<string> {
    const id = await engine.upload(video);
    await engine.untilReady(id);
    return id;
  }

  async function accept(args: readonly string[], env: Environment): Promise<string[]> {
    const lines: string[] = [];
    await acceptMediaCommand.run(args, env, (line) => void lines.push(line));
    return lines;
  }

  /** @returns the lines on media, and the error */
  async function repair(args: readonly string[], env: Environment) {
    const lines: string[] = [];
    const ended = repairCommand(services).run(args, env, (line) => void lines.push(line));
    const error = await ended.then(
      () => '',
      (reason: unknown) => (reason as Error).message,
    );
    const isOnMedia = (line: string) => line.includes('--apply') && /\b(?:media|recordings)\b/.test(line);
    return { error, found: lines.filter(isOnMedia) };
  }

  const keysOf = async (name: string) => (await new BucketStore(bucketOf(name)).list('assets/')).length;

  it('engines whose database is lost start again after accept-media, which refuses while one runs', async () => {
    const engine = await start('lost');
    const id = await upload(engine);
    const refusal = 'Engines use the media catalogue lost-video-engine. Stop them first';
    await expect(accept([], environment('lost'))).rejects.toThrow(refusal);
    expect((await repair([], environment('lost'))).error).toContain(refusal);
    expect((await engine.play(id)).media.length).toBeGreaterThan(1000);
    await engine.stop();
    const stored = await keysOf('lost');
    const database = await databaseOf('lost-video-engine');
    await database.dropDatabase();
    await expect(start('lost')).rejects.toMatchObject({
      name: 'DataFolderError',
      message: expect.stringMatching(/lost-video-engine is missing or empty.* accept-media\.$/) as unknown,
    });
    const lines = await accept([], environment('lost'));
    expect(lines).toEqual([
      'The catalogue in MongoDB is accepted. Recordings that it does not list stay for 30 days.',
    ]);
    const again = await start('lost');
    await upload(again);
    await again.stop();
    expect(await keysOf('lost')).toBeGreaterThan(stored);
  });

  it('repair on servers finds lost media and those that no video names, and nothing below another prefix', async () => {
    const engine = await start('servers');
    const ids = { lost: await upload(engine), whole: await upload(engine), unnamed: await upload(engine) };
    await engine.stop();
    const videos = await databaseOf('servers-upload');
    for (const [title, assetId] of [
      ['talk', ids.lost],
      ['demo', ids.whole],
    ])
      await videos.collection('videos').insertOne({
        ...{ _id: title as never, ownerId: 'ada', uploadId: title, assetId, playbackId: title, title },
        ...{ description: '', state: 'ready', selection: null, obsoleteAssetIds: [], version: 1 },
        ...{ durationSeconds: 2, captionsState: 'none', captionsReason: '', captionsTrackId: '' },
      });
    const store = new BucketStore(bucketOf('servers'));
    const [lost] = (await store.list(`assets/${ids.lost}/`)).filter(({ key }) => key.endsWith('-media'));
    await store.delete([lost!.key]);
    const { found, error } = await repair([], environment('servers'));
    expect(found).toHaveLength(3);
    expect(found[0]).toContain('videos whose media are lost: 1 (talk)');
    expect(found[1]).toContain(`media of deleted videos, and of deleted or unknown clips: 1 (${ids.lost})`);
    expect(found[2]).toContain(`recordings of videos that upload does not know: 1 (${ids.unnamed})`);
    expect(error).toContain('Nothing was changed');
    // All media would seem to be lost.
    const elsewhere = { ...environment('servers'), MEDIA_PREFIX: 'elsewhere/' };
    expect(await repair([], elsewhere)).toMatchObject({
      found: [],
      error: expect.stringMatching(/belongs to other files.* Check MEDIA_BUCKET and MEDIA_PREFIX/) as unknown,
    });
  });

  it('says which server cannot be used', async () => {
    await (await start('away')).stop();
    const forbidden = { ...environment('away'), MEDIA_ACCESS_KEY_ID: 'another' };
    expect((await repair([], forbidden)).error).toMatch(/\(forbidden\).* Check the settings of the bucket/);
    await expect(accept([], forbidden)).rejects.toThrow('(forbidden)');
    const nowhere = { ...environment('away'), MONGO_URL: 'mongodb://nobody:wrong@127.0.0.1:1/' };
    await expect(accept([], nowhere)).rejects.toThrow('MongoDB cannot be used');
    await expect(accept([], {})).rejects.toThrow('accept-media [FOLDER]');
  });

  it('in one process, the catalogue is a file: accept-media and repair use both', async () => {
    const dataDir = join(root, 'alone');
    const folder = join(dataDir, 'media');
    mkdirSync(join(dataDir, 'store'), { recursive: true });
    await withStoppedFolder(dataDir, names, () =>
      new EmbeddedLog({ file: join(dataDir, 'log.sqlite') }).close(),
    );
    for (const service of names) await (await openEmbeddedStore({ dataDir, service })).close();
    const env = bucketEnvironment('alone');
    const engine = await startAlone('alone');
    await upload(engine);
    await engine.stop();
    rmSync(folder, { recursive: true });
    await expect(startAlone('alone')).rejects.toThrow(/is missing or empty.* accept-media FOLDER\.$/);
    expect(await accept([folder], env)).toEqual([expect.stringContaining(`The catalogue in ${folder}`)]);
    const again = await startAlone('alone');
    const id = await upload(again);
    await again.stop();
    const what = expect.stringContaining(
      `recordings of videos that upload does not know: 1 (${id})`,
    ) as unknown;
    expect(await repair([dataDir], env)).toMatchObject({ found: [what] });
    expect(await repair([dataDir, '--apply', '--delete-unknown-videos'], env)).toEqual({
      error: '',
      found: [what],
    });
    expect(await repair([dataDir], env)).toEqual({ error: '', found: [] });
    const store = new BucketStore(bucketOf('alone'));
    expect((await store.list(`assets/${id}/`)).length).toBeGreaterThan(0);
    await (await startAlone('alone')).stop();
  });
});
