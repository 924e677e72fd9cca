import type { Server, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

const running = new WeakMap<Server, Set<ServerResponse>>();
const retired = new WeakSet<Server>();

/** Keeps count of the requests a server is working on, for {@link drainServer}. */
export function trackRequests(server: Server): void {
  const responses = new Set<ServerResponse>();
  running.set(server, responses);
  server.on('request', (_request, response: ServerResponse) => {
    responses.add(response);
    // On its way out, a kept-alive connection must not bring the next request.
    if (retired.has(server) || !server.listening) response.setHeader('connection', 'close');
    response.once('close', () => responses.delete(response));
  });
}

/** Serves on for so many milliseconds, and lets go of each connection with its next answer. */
export async function serveOn(server: Server, ms: number): Promise<void> {
  retired.add(server);
  await sleep(ms);
}

/**
 * Takes no more connections and lets running requests end, at most `withinMs` milliseconds; then cuts the rest off.
 * Connections without a request, such as a browser opens in advance, are not waited for.
 */
export async function drainServer(server: Server, withinMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const responses = [...(running.get(server) ?? [])];
  for (const response of responses) {
    if (!response.headersSent) response.setHeader('connection', 'close');
  }
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, withinMs)));
  const ended = Promise.all(
    responses.map((response) => new Promise((resolve) => response.once('close', resolve))),
  );
  await Promise.race([ended, late]);
  clearTimeout(timer);
  server.closeAllConnections();
  await closed;
}
