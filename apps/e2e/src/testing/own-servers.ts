import type { Servers } from './test-servers.ts';

/** What tests of failure do to a server. */
export interface FragileServer {
  /** It ends at once, as in a power cut. */
  kill(): Promise<void>;
  /** It hangs: connections stay open, and nothing is answered. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  /** Starts it on the same port and data, and waits until it takes requests. */
  restart(): Promise<void>;
}

/** Servers that nobody else uses, so that they may be broken. */
export interface OwnServers {
  readonly servers: Servers;
  readonly kafka: FragileServer;
  readonly mongod: FragileServer;
  stop(): Promise<void>;
}

/** Starts Kafka and MongoDB as programs of this machine: containers could not be hit as exactly. */
export async function startOwnServers(): Promise<OwnServers> {
  const [{ startKafka }, { startMongod }] = await Promise.all([
    import('../../../../tools/kafka.mjs'),
    import('../../../../tools/mongod.mjs'),
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
