import type { Server, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { endsWithin } from '@vault/base';

const running = new WeakMap<Server, Set<ServerResponse>>();
const draining = new WeakSet<Server>();
/** How to end answers that have no end of their own. */
const endings = new WeakMap<ServerResponse, () => void>();

/** Calls `end` when the server stops: it would wait in vain for the end of a stream of events. */
export function endWhenDrained(response: ServerResponse, end: () => void): void {
  endings.set(response, end);
}

/** Tracks the running requests of a server, for {@link drainServer}. */
export function trackRequests(server: Server): void {
  const responses = new Set<ServerResponse>();
  running.set(server, responses);
  server.on('request', (_request, response: ServerResponse) => {
    responses.add(response);
    // While the server stops, a kept-alive connection must not carry the next request.
    if (draining.has(server) || !server.listening) response.setHeader('connection', 'close');
    response.once('close', () => responses.delete(response));
  });
}

/** Keeps serving for `ms` milliseconds, and closes each connection with its next answer. */
export async function keepServing(server: Server, ms: number): Promise<void> {
  draining.add(server);
  await sleep(ms);
}

/**
 * Accepts no more connections and waits at most `withinMs` milliseconds for running requests; then closes the rest.
 * It does not wait for connections without a request, such as those that a browser opens in advance.
 */
export async function drainServer(server: Server, withinMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const responses = [...(running.get(server) ?? [])];
  for (const response of responses) {
    if (!response.headersSent) response.setHeader('connection', 'close');
    endings.get(response)?.();
  }
  const ended = Promise.all(
    responses.map((response) => new Promise((resolve) => response.once('close', resolve))),
  );
  await endsWithin(ended, withinMs);
  server.closeAllConnections();
  await closed;
}
