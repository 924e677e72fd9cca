import { randomUUID } from 'node:crypto';
import { afterAll } from '@jest/globals';
import type { Connection } from 'mongoose';
import { Mongoose } from 'mongoose';
import { describeCatalogue } from './catalogue.contract.ts';
import { Catalogue } from './catalogue.ts';

/** The used function of `tools/servers/mongod.mjs`. */
interface MongodTool {
  useMongod: () => Promise<{ uri: string; stop: () => Promise<void> }>;
}

const tool = new URL('../../../../../tools/servers/mongod.mjs', import.meta.url).href;
const server = await ((await import(tool)) as MongodTool).useMongod();
afterAll(() => server.stop());

describeCatalogue('over MongoDB', async () => {
  // Other specs use the server too.
  const dbName = `spec-${randomUUID()}`;
  const connections: Connection[] = [];
  const connect = async (): Promise<Catalogue> => {
    const connection = await new Mongoose().createConnection(server.uri, { dbName }).asPromise();
    connections.push(connection);
    return await Catalogue.over(connection);
  };
  return {
    catalogue: await connect(),
    another: connect,
    remove: async () => {
      await connections[0]?.dropDatabase();
      for (const connection of connections) await connection.close();
    },
  };
});
