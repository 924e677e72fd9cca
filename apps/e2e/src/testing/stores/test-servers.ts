/** The addresses of the servers of a test run. */
export interface Servers {
  readonly KAFKA_BROKERS: string;
  readonly MONGODB_URI: string;
}

interface Borrowed {
  readonly servers: Servers;
  readonly releaseServers: () => Promise<void>;
}

interface Started {
  readonly env: Servers;
  stop(): Promise<void>;
}

let started: Promise<Started> | undefined;
let users = 0;

/**
 * The servers that the environment names, else servers that run until all borrowers in this process have released them.
 * @throws if they are not available on this machine
 */
export async function borrowServers(): Promise<Borrowed> {
  const { KAFKA_BROKERS, MONGODB_URI } = process.env;
  if (KAFKA_BROKERS && MONGODB_URI)
    return { servers: { KAFKA_BROKERS, MONGODB_URI }, releaseServers: () => Promise.resolve() };
  users += 1;
  const borrowed = (started ??= startOwn());
  const releaseServers = async () => {
    users -= 1;
    if (users > 0) return;
    started = undefined;
    await (await borrowed).stop();
  };
  return { servers: (await borrowed).env, releaseServers };
}

async function startOwn(): Promise<Started> {
  const { startServers } = await import('../../../../../tools/servers/servers.mjs');
  return startServers();
}
