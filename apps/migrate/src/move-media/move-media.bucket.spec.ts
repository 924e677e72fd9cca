import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request as forward } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import type { Environment } from '@vault/base';
import { sourceFlags } from '@vault/base/testing';
import { BucketStore, FolderStore, type BucketOptions } from '@vault/media-store';
import { startMongod, type TestMongod } from '@vault/store/testing';
import { Mongoose, type Connection } from 'mongoose';
import { startVersitygw } from '../../../../tools/servers/versitygw.mjs';
import { listFiles } from '../move/list-files.ts';
import { moveMediaCommand } from './move-media-command.ts';
import { makeVideo, MediaEngine } from './testing/media-engine.fixture.ts';

/** More than one part. */
const largeBytes = 20_000_000;

describe('move-media', () => {
  let root: string;
  let folder: string;
  let server: Awaited<ReturnType<typeof startVersitygw>>;
  let mongod: TestMongod;
  let video: Buffer;
  let large: Buffer;
  let played: Awaited<ReturnType<MediaEngine['play']>>[];
  const ids = { talk: '', clip: '', received: '' };
  let waiting: { id: string; url: string };

  beforeAll(async () => {
    root = mkdtempSync(join(tmpdir(), 'move-media-'));
    folder = join(root, 'data/media');
    [server, mongod] = await Promise.all([startVersitygw(), startMongod()]);
    writeFileSync(join(root, 'key'), server.credentials.secretAccessKey);
    await makeSource();
  }, 600_000);
  afterAll(async () => {
    await Promise.all([server.stop(), mongod.stop()]);
    rmSync(root, { recursive: true });
  });

  /** The folder of an engine that was stopped at work: with a recording, a clip, and uploads before and after their last byte. */
  async function makeSource(): Promise<void> {
    video = await makeVideo(join(root, 'talk.mp4'), 4);
    const engine = await MediaEngine.start({ dataDir: folder });
    ids.talk = await engine.upload(video);
    await engine.untilReady(ids.talk);
    ids.clip = await engine.clip(ids.talk, 1, 2);
    await engine.untilReady(ids.clip);
    played = [await engine.play(ids.talk), await engine.play(ids.clip)];
    waiting = await engine.begin();
    const half = Math.floor(video.length / 2);
    const range = `bytes 0-${String(half - 1)}/${String(video.length)}`;
    expect((await engine.send(waiting.url, video.subarray(0, half), range)).status).toBe(308);
    ids.received = await engine.upload(video);
    await engine.stop();
    large = randomBytes(largeBytes);
    await new FolderStore(join(folder, 'objects')).put('assets/0000/1-media', Buffer.from(large));
  }

  const environment = (name: string, endpoint = server.endpoint): Environment => ({
    ...{ MEDIA_BUCKET: server.bucket, MEDIA_ENDPOINT: endpoint, MEDIA_REGION: server.region },
    ...{
      MEDIA_ACCESS_KEY_ID: server.credentials.accessKeyId,
      MEDIA_SECRET_ACCESS_KEY_FILE: join(root, 'key'),
    },
    ...{ MEDIA_PATH_STYLE: 'true', MEDIA_PREFIX: `${name}/` },
    ...{ MONGO_URL: mongod.uri, NAMESPACE: name },
  });

  async function move(args: readonly string[], env: Environment): Promise<string[]> {
    const lines: string[] = [];
    await moveMediaCommand.run(args, env, (line) => void lines.push(line));
    return lines;
  }

  const bucketOf = (name: string): BucketOptions => ({
    ...{ bucket: server.bucket, endpoint: server.endpoint, region: server.region, prefix: `${name}/` },
    ...{ isPathStyle: true, credentials: () => server.credentials },
  });
  const storeOf = (name: string) => new BucketStore(bucketOf(name));
  const connect = (name: string): Promise<Connection> =>
    new Mongoose().createConnection(mongod.uri, { dbName: `${name}-video-engine` }).asPromise();
  const start = (bucket: string, catalogue = bucket): Promise<MediaEngine> =>
    MediaEngine.start({
      dataDir: join(root, 'cache'),
      bucket: bucketOf(bucket),
      connect: () => connect(catalogue),
    });

  /** The hashes of the objects of media. */
  async function hashesIn(store: BucketStore | FolderStore): Promise<Record<string, string>> {
    const hashes: Record<string, string> = {};
    for (const { key } of await store.list('assets/'))
      hashes[key] = createHash('sha256')
        .update(await buffer(await store.get(key)))
        .digest('hex');
    return hashes;
  }
  const hashesOfSource = () => hashesIn(new FolderStore(join(folder, 'objects')));
  const filesOfSource = async () =>
    (await listFiles(join(root, 'data'))).map((file) => ({
      ...file,
      sha256: createHash('sha256')
        .update(readFileSync(join(root, 'data', file.path)))
        .digest('hex'),
    }));

  it('moves a stopped engine to a bucket and MongoDB, without a change of the folder, and twice the same', async () => {
    const before = await filesOfSource();
    const lines = await move([folder], environment('one'));
    expect(lines.join('\n')).toMatch(/^assets +3 +3 +[\da-f]{16} +same$/m);
    expect(lines.join('\n')).toMatch(/^uploads +3 +3 +[\da-f]{16} +same$/m);
    expect(lines.join('\n')).toMatch(/^media objects +(\d+) +\1 +[\d.]+ MB +same$/m);
    expect(lines.at(-1)).toContain('The move is complete.');
    const hashes = await hashesIn(storeOf('one'));
    expect(hashes).toEqual(await hashesOfSource());
    const objects = await storeOf('one').list('');
    const again = await move([folder], environment('one'));
    expect(again).toContain('Nothing had to be copied.');
    expect(again.join('\n')).toContain(`Verified by SHA-256: ${String(Object.keys(hashes).length)} objects`);
    expect(await storeOf('one').list('')).toEqual(objects);
    expect(await filesOfSource()).toEqual(before);
  });

  it('is then played the same, does the waiting job, and begins an upload anew', async () => {
    const engine = await start('one');
    expect([await engine.play(ids.talk), await engine.play(ids.clip)]).toEqual(played);
    await engine.untilReady(ids.received);
    const size = String(video.length);
    const half = Math.floor(video.length / 2);
    const rest = `bytes ${String(half)}-${String(video.length - 1)}/${size}`;
    const next = await engine.send(waiting.url, video.subarray(half), rest);
    expect([next.status, next.headers.get('range')]).toEqual([503, null]);
    const state = await engine.send(waiting.url, Buffer.alloc(0), `bytes */${size}`);
    expect([state.status, state.headers.get('range')]).toEqual([308, null]);
    const all = await engine.send(waiting.url, video, `bytes 0-${String(video.length - 1)}/${size}`);
    const { data } = (await all.json()) as { data: { asset_id: string } };
    await engine.untilReady(data.asset_id);
    // What the engine has changed meanwhile is not moved again.
    await engine.remove(ids.clip);
    const lines = await move([folder], environment('one'));
    expect(lines.join('\n')).toContain('engines may have changed it since');
    await expect(engine.play(ids.clip)).rejects.toThrow('404');
    await engine.stop();
  });

  /** Passes requests on to the server, until one is answered by `end`. */
  async function startProxy(isLast: (path: string) => boolean, end: () => void) {
    const proxy = createServer((incoming, response) => {
      if (isLast(incoming.url ?? '')) {
        end();
        return;
      }
      const { port } = new URL(server.endpoint);
      const { method, headers, url: path } = incoming;
      const outgoing = forward({ host: '127.0.0.1', port, method, headers, path }, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      });
      incoming.pipe(outgoing);
    });
    proxy.listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    return { proxy, endpoint: `http://127.0.0.1:${String((proxy.address() as AddressInfo).port)}` };
  }

  it('continues after kill -9 in the middle of an object', async () => {
    const { proxy, endpoint } = await startProxy(
      (path) => path.includes('partNumber=2'),
      () => child.kill('SIGKILL'),
    );
    const main = new URL('../main.ts', import.meta.url).pathname;
    const child = spawn(process.execPath, [...sourceFlags, main, 'move-media', folder], {
      env: { PATH: process.env.PATH, ...environment('killed', endpoint) },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const [, signal] = (await once(child, 'exit')) as [number | null, string | null];
    proxy.closeAllConnections();
    proxy.close();
    expect(signal).toBe('SIGKILL');
    const store = storeOf('killed');
    expect(await store.unfinished('assets/')).toHaveLength(1);
    expect(await store.head('media-id')).toBeUndefined();
    await expect(start('killed')).rejects.toThrow('Media are being copied to this engine');
    const lines = await move([folder], environment('killed'));
    expect(lines.join('\n')).toMatch(/^Copied: [1-9]/m);
    expect(await store.unfinished('')).toEqual([]);
    expect(await hashesIn(store)).toEqual(await hashesOfSource());
    const engine = await start('killed');
    expect(await engine.play(ids.talk)).toEqual(played[0]);
    await engine.stop();
  });

  it('repairs an object of the target that is damaged, and one that is lost', async () => {
    await move([folder], environment('damaged'));
    const store = storeOf('damaged');
    const damaged = Buffer.from(large);
    damaged[largeBytes - 1]! ^= 1;
    writeFileSync(join(root, 'damaged'), damaged);
    await store.put('assets/0000/1-media', { path: join(root, 'damaged') });
    const [lostKey = ''] = (await store.list(`assets/${ids.talk}/`)).map(({ key }) => key);
    await store.delete([lostKey]);
    const lines = await move([folder], environment('damaged'));
    expect(lines).toContain('assets/0000/1-media differs in the target, and is copied anew.');
    expect(lines.join('\n')).toContain('Copied: 2 objects');
    expect(await hashesIn(store)).toEqual(await hashesOfSource());
  });

  it('refuses a target with other data, and changes nothing in it', async () => {
    const others = storeOf('others');
    await others.put('media-id', Buffer.from('another'));
    await expect(move([folder], environment('others'))).rejects.toThrow('The target has other media.');
    expect(await text(await others.get('media-id'))).toBe('another');
    expect(await others.list('')).toHaveLength(1);
    const database = await connect('filled');
    await database.collection('assets').insertOne({ seq: 1 });
    await expect(move([folder], environment('filled'))).rejects.toThrow(
      'The database filled-video-engine has documents that are not from a move (in assets).',
    );
    expect(await database.collection('assets').countDocuments()).toBe(1);
    await database.close();
    expect(await storeOf('filled').list('')).toEqual([]);
    for (const wrong of [[], [folder, 'more'], ['--from-bucket']])
      await expect(move(wrong, environment('one'))).rejects.toThrow('Usage:\n  move-media FOLDER');
  });

  it('refuses the folder of a running engine, and says when a server cannot be used', async () => {
    const dataDir = join(root, 'running');
    const engine = await MediaEngine.start({ dataDir });
    await expect(move([dataDir], environment('running'))).rejects.toThrow('Stop that one first');
    await engine.stop();
    await expect(move([join(root, 'nowhere')], environment('running'))).rejects.toMatchObject({
      name: 'DataFolderError',
      message: expect.stringContaining('There is no media catalogue in') as unknown,
    });
    const forbidden = { ...environment('running'), MEDIA_ACCESS_KEY_ID: 'another' };
    await expect(move([dataDir], forbidden)).rejects.toThrow(/\(forbidden\).* Check the settings/);
    const nowhere = {
      ...environment('running'),
      MONGO_URL: 'mongodb://127.0.0.1:none/',
    };
    await expect(move([dataDir], nowhere)).rejects.toThrow('MongoDB cannot be used');
    expect(await storeOf('running').list('')).toEqual([]);
  });

  it('moves only the objects, when the catalogue stays in the folder', async () => {
    const dataDir = join(root, 'alone');
    const engine = await MediaEngine.start({ dataDir });
    const id = await engine.upload(video);
    await engine.untilReady(id);
    const before = await engine.play(id);
    await engine.stop();
    const lines = await move([dataDir], { ...environment('alone'), MONGO_URL: '' });
    expect(lines).toContain(`MONGO_URL is not set: the catalogue stays in ${dataDir}.`);
    const moved = await MediaEngine.start({ dataDir, bucket: bucketOf('alone') });
    expect(await moved.play(id)).toEqual(before);
    await moved.stop();
  });
});
