import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';

/** The part of `tools/servers/mongod.mjs` that this spec uses. */
interface MongodTool {
  startMongod: (options?: { auth?: boolean }) => Promise<{
    uri: string;
    port: number;
    stop: () => Promise<void>;
    kill: () => Promise<void>;
    pause: () => Promise<void>;
    resume: () => Promise<void>;
    restart: () => Promise<void>;
  }>;
}

/** The part of mongoose that this spec uses; the package is a dependency of embedded-mongo. */
interface Connection {
  asPromise: () => Promise<Connection>;
  collection: (name: string) => {
    insertOne: (document: { at?: string }) => Promise<unknown>;
    countDocuments: () => Promise<number>;
  };
  close: () => Promise<void>;
}
interface Mongoose {
  createConnection: (uri: string) => Connection;
}

const { startMongod } = (await import(new URL('./mongod.mjs', import.meta.url).href)) as MongodTool;
const mongoose = createRequire(new URL('../../libs/kit/embedded-mongo/package.json', import.meta.url))(
  'mongoose',
) as Mongoose;

const run = promisify(execFile);

describe('the local mongod', () => {
  it('keeps acknowledged writes after a restart and a crash', async () => {
    const server = await startMongod();
    const connection = await mongoose.createConnection(server.uri).asPromise();
    const documents = connection.collection('kept');
    await documents.insertOne({ at: 'the beginning' });
    await server.restart();
    for (let i = 0; i < 20; i++) await documents.insertOne({ at: 'just before the crash' });
    await server.kill();
    await server.restart();
    await expect(documents.countDocuments()).resolves.toBe(21);
    await connection.close();
    await server.stop();
  }, 60_000);

  it('does not answer while it is paused, and continues afterwards', async () => {
    const server = await startMongod();
    const connection = await mongoose.createConnection(server.uri).asPromise();
    await connection.collection('kept').insertOne({});
    await server.pause();
    const order: string[] = [];
    const counted = connection
      .collection('kept')
      .countDocuments()
      .then(() => order.push('counted'));
    await run(process.execPath, ['--version']).then(() => order.push('another program ran'));
    await server.resume();
    await counted;
    expect(order).toEqual(['another program ran', 'counted']);
    await connection.close();
    await server.stop();
  }, 60_000);

  it('with `auth`, accepts only clients with an account', async () => {
    const server = await startMongod({ auth: true });
    const root = await mongoose.createConnection(server.uri).asPromise();
    await root.collection('kept').insertOne({});
    const nobody = await mongoose
      .createConnection(`mongodb://127.0.0.1:${String(server.port)}/test?directConnection=true`)
      .asPromise();
    await expect(nobody.collection('kept').countDocuments()).rejects.toThrow('requires authentication');
    await server.restart();
    await expect(root.collection('kept').countDocuments()).resolves.toBe(1);
    await Promise.all([root.close(), nobody.close()]);
    await server.stop();
  }, 60_000);
});
