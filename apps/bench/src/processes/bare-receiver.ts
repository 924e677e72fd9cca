// A minimal upload server: pipes each chunk into a file. `/synced` also waits until the chunk is on the disk, as the
// product must before it answers.
import { closeSync, createWriteStream, openSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';

const [file = ''] = process.argv.slice(2);
closeSync(openSync(file, 'w'));

async function receive(request: IncomingMessage): Promise<void> {
  const start = Number(/^bytes (\d+)-/.exec(request.headers['content-range'] ?? '')?.[1]);
  await pipeline(request, createWriteStream(file, { flags: 'r+', start }));
  if (request.url === '/synced') await sync();
}

async function sync(): Promise<void> {
  const handle = await open(file, 'r+');
  await handle.datasync();
  await handle.close();
}

const server = createServer({ requestTimeout: 0 }, (request, response) => {
  receive(request).then(
    () => response.writeHead(308).end(),
    (error: unknown) => response.writeHead(500).end(String(error)),
  );
});
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.once('disconnect', () => process.exit(0));
