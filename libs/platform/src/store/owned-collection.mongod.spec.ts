import { randomUUID } from 'node:crypto';
import { Mongoose } from 'mongoose';
import { describeOwnedCollection } from './owned-collection.contract.ts';

/** The one function of `tools/mongod.mjs` that is needed here. */
interface MongodTool {
  useMongod: () => Promise<{ uri: string; stop: () => Promise<void> }>;
}

const tool = new URL('../../../../tools/mongod.mjs', import.meta.url).href;
const { useMongod } = (await import(tool)) as MongodTool;
const server = await useMongod();
// The server is there for other specs too.
const dbName = `spec-${randomUUID()}`;

describeOwnedCollection('a real mongod', async () => {
  const connection = await new Mongoose().createConnection(server.uri, { dbName }).asPromise();
  return {
    connection,
    close: async () => {
      await connection.dropDatabase();
      await connection.close();
      await server.stop();
    },
  };
});
