import { Mongoose } from 'mongoose';
import { describeOwnedCollection } from './owned-collection.contract.ts';

/** The one function of `tools/mongod.mjs` that is needed here. */
interface MongodTool {
  startMongod: () => Promise<{ uri: string; stop: () => Promise<void> }>;
}

const tool = new URL('../../../../tools/mongod.mjs', import.meta.url).href;
const { startMongod } = (await import(tool)) as MongodTool;

const server = await startMongod().catch((error: unknown) => {
  if (process.env['CI'] === 'true') throw error;
  return { missing: (error as Error).message };
});

if ('missing' in server) {
  it(`was not run against a real server: ${server.missing}`, () => {
    process.stderr.write(`${server.missing}\n`);
    expect(server.missing).not.toBe('');
  });
} else {
  describeOwnedCollection('a real mongod', async () => {
    const connection = await new Mongoose().createConnection(server.uri).asPromise();
    return {
      connection,
      close: async () => {
        await connection.close();
        await server.stop();
      },
    };
  });
}
