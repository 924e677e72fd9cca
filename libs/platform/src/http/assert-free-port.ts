import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Checks that a port can be listened on, before a start does what takes longer.
 * @throws the error of the system, such as EADDRINUSE
 */
export async function assertFreePort(port: number, host: string): Promise<void> {
  if (port === 0) return;
  const server = createServer();
  const listening = once(server, 'listening');
  server.listen({ port, host, exclusive: true });
  await listening;
  const closed = once(server, 'close');
  server.close();
  await closed;
}
