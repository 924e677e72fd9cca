import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { createVideoEngine } from '../engine.ts';
import type { VideoEngineOptions } from '../options.ts';
import { FakeTranscriber } from './fake-transcriber.ts';

/** The program of an engine process, for tests that kill it or measure its memory. Options are JSON in `argv[2]`. */
const options = JSON.parse(process.argv[2] ?? '{}') as {
  dataDir: string;
  token: VideoEngineOptions['token'];
  webhook: VideoEngineOptions['webhook'];
};
const engine = createVideoEngine({ ...options, publicUrl: '', transcriber: new FakeTranscriber() });
await engine.start();
const server = createServer({ requestTimeout: 0 }, (req, res) => {
  engine.handle(req, res);
});
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));

let peak = 0;
setInterval(() => {
  peak = Math.max(peak, process.memoryUsage.rss());
}, 10);
process.on('message', (message) => {
  if (message === 'reset') peak = process.memoryUsage.rss();
  process.send?.({ rss: peak });
});
process.on('disconnect', () => process.exit());
