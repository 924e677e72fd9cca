import { randomUUID } from 'node:crypto';
import { Mongoose } from 'mongoose';
import { describeStoredOutcomes } from './stored-outcomes.contract.ts';

/** The used function of `tools/servers/mongod.mjs`. */
interface MongodTool {
  useMongod: () => Promise<{ uri: string; stop: () => Promise<void> }>;
}

const tool = new URL('../../../../tools/servers/mongod.mjs', import.meta.url).href;
const { useMongod } = (await import(tool)) as MongodTool;
const server = await useMongod();
// Other specs use the same server.
const dbName = `spec-${randomUUID()}`;

describeStoredOutcomes('a real mongod', async () => {
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
