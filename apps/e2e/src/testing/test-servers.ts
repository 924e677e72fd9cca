/** Where the servers of a test run are. */
export interface Servers {
  readonly KAFKA_BROKERS: string;
  readonly MONGODB_URI: string;
}

interface Borrowed {
  readonly servers: Servers;
  readonly giveBack: () => Promise<void>;
}

interface Started {
  readonly env: Servers;
  stop(): Promise<void>;
}

let started: Promise<Started> | undefined;
let users = 0;

/**
 * The servers that the environment names, else ones that run for as long as somebody in this process borrows them.
 * @throws when they cannot be had here
 */
export async function borrowServers(): Promise<Borrowed> {
  const { KAFKA_BROKERS, MONGODB_URI } = process.env;
  if (KAFKA_BROKERS && MONGODB_URI)
    return { servers: { KAFKA_BROKERS, MONGODB_URI }, giveBack: () => Promise.resolve() };
  users += 1;
  const borrowed = (started ??= startOwn());
  const giveBack = async () => {
    users -= 1;
    if (users > 0) return;
    started = undefined;
    await (await borrowed).stop();
  };
  return { servers: (await borrowed).env, giveBack };
}

async function startOwn(): Promise<Started> {
  const { startServers } = await import('../../../../tools/servers.mjs');
  return startServers();
}
