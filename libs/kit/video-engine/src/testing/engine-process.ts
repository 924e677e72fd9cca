import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Mongoose } from 'mongoose';
import type { VideoEngineOptions } from '../common/options.ts';
import { createVideoEngine } from '../engine.ts';
import { FakeTranscriber } from './fake-transcriber.ts';

/** A database and a bucket that several engines use. */
export interface SharedStores {
  mongoUri: string;
  dbName: string;
  bucket: { endpoint: string; bucket: string; region: string; prefix: string };
  credentials: { accessKeyId: string; secretAccessKey: string };
}

export interface ProcessOptions extends Pick<
  VideoEngineOptions,
  'dataDir' | 'token' | 'webhook' | 'limits' | 'roles'
> {
  shared?: SharedStores;
}

/** The program of an engine process, for tests that kill it or measure its memory. Options are JSON in `argv[2]`. */
const { shared, ...options } = JSON.parse(process.argv[2] ?? '{}') as ProcessOptions;
const engine = createVideoEngine({
  ...options,
  ...(shared && {
    connect: () => new Mongoose().createConnection(shared.mongoUri, { dbName: shared.dbName }).asPromise(),
    bucket: { ...shared.bucket, isPathStyle: true, credentials: () => shared.credentials },
  }),
  publicUrl: '',
  transcriber: new FakeTranscriber(),
});
await engine.start();
const server = createServer({ requestTimeout: 0 }, (req, res) => engine.handle(req, res));
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));

/** As the product does: running requests have some time, then the engine saves what it has received. */
const drainWithinMs = 3000;

async function stop(): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  const timer = setTimeout(() => server.closeAllConnections(), drainWithinMs);
  await closed;
  clearTimeout(timer);
  await engine.stop();
  process.exit();
}

let peak = 0;
setInterval(() => {
  peak = Math.max(peak, process.memoryUsage.rss());
}, 10);
process.on('message', (message) => {
  if (message === 'reset') peak = process.memoryUsage.rss();
  process.send?.({ rss: peak });
});
process.on('disconnect', () => process.exit());
process.on('SIGTERM', () => void stop());
