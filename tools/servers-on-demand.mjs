// Kafka and MongoDB of a test run: started when its first step asks for them, so that a run in which nothing needs them
// does not start them.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { startServers } from './servers.mjs';

/** Starting them may include a download. */
const startDeadlineMs = 600_000;

/** Answers the steps of a run at `url` with the addresses of the servers, as environment variables. */
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

/** The servers of the run that `TEST_SERVERS_URL` names; of the environment; else ones that the caller has to stop. */
export async function findServers() {
  const { TEST_SERVERS_URL: url } = process.env;
  if (!url) return startServers();
  const response = await fetch(url, { signal: AbortSignal.timeout(startDeadlineMs) });
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return { env: JSON.parse(text), stop: async () => undefined };
}
