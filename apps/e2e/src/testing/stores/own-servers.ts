import type { Servers } from './test-servers.ts';

/** A server that fault tests can break. */
export interface BreakableServer {
  /** Kills it at once, as a power failure does. */
  kill(): Promise<void>;
  /** Suspends it: connections stay open, but requests get no answer. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  /** Starts it on the same port and data, and waits until it accepts requests. */
  restart(): Promise<void>;
}

/** Servers that only this test uses, so that it may break them. */
export interface OwnServers {
  readonly servers: Servers;
  readonly kafka: BreakableServer;
  readonly mongod: BreakableServer;
  stop(): Promise<void>;
}

/** Starts Kafka and MongoDB as local processes, which can be killed more precisely than containers. */
export async function startOwnServers(): Promise<OwnServers> {
  const [{ startKafka }, { startMongod }] = await Promise.all([
    import('../../../../../tools/servers/kafka.mjs'),
    import('../../../../../tools/servers/mongod.mjs'),
  ]);
  const [starting, other] = [startKafka(), startMongod()];
  try {
    const [kafka, mongod] = await Promise.all([starting, other]);
    return {
      servers: { KAFKA_BROKERS: kafka.brokers, MONGODB_URI: mongod.uri },
      kafka,
      mongod,
      stop: async () => {
        await Promise.all([kafka.stop(), mongod.stop()]);
      },
    };
  } catch (error) {
    for (const started of await Promise.allSettled([starting, other]))
      if (started.status === 'fulfilled') await started.value.stop();
    throw error;
  }
}
