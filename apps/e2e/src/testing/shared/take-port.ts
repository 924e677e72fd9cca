import { once } from 'node:events';
import { createServer } from 'node:net';

/** Listens on a port, unless it is in use already. */
export async function takePort(port: number): Promise<{ close(): void } | undefined> {
  const server = createServer();
  const listening = once(server, 'listening').then(() => server);
  server.listen(port, '127.0.0.1');
  return listening.catch(() => undefined);
}
