import { randomUUID } from 'node:crypto';
import { Mongoose } from 'mongoose';
import { describeMongoose } from './embedded-mongo.contract.ts';

/** The one function of `tools/servers/mongod.mjs` that is needed here. */
interface MongodTool {
  useMongod: () => Promise<{ uri: string; stop: () => Promise<void> }>;
}

const tool = new URL('../../../../tools/servers/mongod.mjs', import.meta.url).href;
const { useMongod } = (await import(tool)) as MongodTool;
const server = await useMongod();
// Other specs use the server too.
const dbName = `spec-${randomUUID()}`;

describeMongoose('a real mongod', async () => {
  const mongoose = new Mongoose();
  const connection = await mongoose.createConnection(server.uri, { dbName }).asPromise();
  return {
    mongoose,
    connection,
    close: async () => {
      await connection.dropDatabase();
      await connection.close();
      await server.stop();
    },
  };
});
