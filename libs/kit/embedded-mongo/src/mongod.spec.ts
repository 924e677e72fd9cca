import { Mongoose } from 'mongoose';
import { describeMongoose } from './embedded-mongo.contract.ts';

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
  describeMongoose('a real mongod', async () => {
    const mongoose = new Mongoose();
    const connection = await mongoose.createConnection(server.uri).asPromise();
    return {
      mongoose,
      connection,
      close: async () => {
        await connection.close();
        await server.stop();
      },
    };
  });
}
