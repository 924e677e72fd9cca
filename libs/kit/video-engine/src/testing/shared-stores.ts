import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { BucketStore } from '@vault/media-store';
import type { Connection } from 'mongoose';
import { Mongoose } from 'mongoose';

import { startVersitygw } from '../../../../../tools/servers/versitygw.mjs';
import { Catalogue } from '../catalogue/catalogue.ts';
import type { SharedStores } from './engine-process.ts';

/** The used function of `tools/servers/mongod.mjs`. */
interface MongodTool {
  useMongod: () => Promise<{ uri: string; stop: () => Promise<void> }>;
}

/** A webhook that arrived. */
interface ArrivedEvent {
  id: string;
  type: string;
  object: { id: string };
}

/** A database and a bucket that engines share, and a receiver of their webhooks. */
export interface RunningStores {
  shared: SharedStores;
  store: BucketStore;
  catalogue: Catalogue;
  connection: Connection;
  webhook: { url: string; secret: string };
  /** Each as often as it came. */
  events: ArrivedEvent[];
  stop(): Promise<void>;
}

/** Starts the servers. @param prefix of all keys */
export async function startSharedStores(prefix: string): Promise<RunningStores> {
  const server = await startVersitygw();
  const tool = new URL('../../../../../tools/servers/mongod.mjs', import.meta.url).href;
  const mongod = await ((await import(tool)) as MongodTool).useMongod();
  const { endpoint, bucket, region, credentials } = server;
  const dbName = `spec-${randomUUID()}`;
  const shared = { mongoUri: mongod.uri, dbName, bucket: { endpoint, bucket, region, prefix }, credentials };
  const store = new BucketStore({ ...shared.bucket, isPathStyle: true, credentials: () => credentials });
  const connection = await new Mongoose().createConnection(mongod.uri, { dbName }).asPromise();
  const catalogue = await Catalogue.over(connection);
  const events: ArrivedEvent[] = [];
  const receiver = createServer((req, res) => {
    let body = '';
    req.setEncoding('utf8').on('data', (piece: string) => (body += piece));
    req.on('end', () => {
      events.push(JSON.parse(body) as ArrivedEvent);
      res.end();
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const { port } = receiver.address() as AddressInfo;
  return {
    ...{ shared, store, catalogue, connection, events },
    webhook: { url: `http://127.0.0.1:${String(port)}/`, secret: 's' },
    async stop() {
      receiver.closeAllConnections();
      receiver.close();
      await connection.dropDatabase();
      await connection.close();
      store.close();
      await mongod.stop();
      await server.stop();
    },
  };
}
