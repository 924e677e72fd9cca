// Kafka and MongoDB of a test run: they start when the first step asks for them, so that a run that does not need them
// does not start them.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { startServers } from './servers.mjs';

/** The start may include a download. */
const startDeadlineMs = 600_000;

/** Serves the addresses of the servers to the steps of a run at `url`, as environment variables. */
export async function offerServers() {
  let starting;
  const http = createServer((_request, response) => {
    starting ??= startServers();
    starting.then(
      ({ env }) => response.end(JSON.stringify(env)),
      ({ message }) => response.writeHead(503).end(message),
    );
  });
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  return {
    url: `http://127.0.0.1:${http.address().port}/`,
    stop: async () => {
      http.close();
      const started = await starting?.catch(() => undefined);
      await started?.stop();
    },
  };
}

/** The servers of the run at `TEST_SERVERS_URL`, else from the environment, else new ones that the caller stops. */
export async function findServers() {
  const { TEST_SERVERS_URL: url } = process.env;
  if (!url) return startServers();
  const response = await fetch(url, { signal: AbortSignal.timeout(startDeadlineMs) });
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return { env: JSON.parse(text), stop: async () => undefined };
}
