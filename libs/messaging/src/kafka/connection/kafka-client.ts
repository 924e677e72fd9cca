import type { Socket } from 'node:net';
import type {
  Batch,
  Consumer,
  EachBatchPayload,
  ISocketFactory,
  KafkaConfig,
  Mechanism,
  PartitionAssigner,
} from 'kafkajs';
import kafkajs from 'kafkajs';
import createSocketFactory from 'kafkajs/src/network/socketFactory.js';
import type { Logger } from '@vault/base';
import { EventBusClosedError } from '../../events/event-errors.ts';
import { assignPartitions } from './assign-partitions.ts';
import type {
  ConsumerSettings,
  KafkaSecurity,
  RecordAdmin,
  RecordConsumer,
  RecordProducer,
  ConsumerListener,
} from './kafka-types.ts';
import './kafkajs-repairs.ts';
import { oauthBearer } from './oauth-bearer.ts';
import { readBatch } from './read-batch.ts';
import { wrapAdmin } from './record-admin.ts';

const { AssignerProtocol, Kafka, Partitioners } = kafkajs;
const { MemberAssignment, MemberMetadata } = AssignerProtocol;

/** The client's own retries are short, because callers replace a client that fails. */
const clientRetries = { initialRetryTime: 100, multiplier: 2, factor: 0.2, maxRetryTime: 1000, retries: 5 };
const [connectWithinMs, answerWithinMs] = [3000, 8000];
/** How long the members of a group wait for a missing member in a rebalance. */
const rebalanceTimeoutMs = 15_000;

/** How to connect to the brokers. */
export interface KafkaClientOptions {
  brokers: string[];
  clientId: string;
  logger: Logger;
  security?: KafkaSecurity;
  /** Opens a connection; for brokers behind a proxy, and for tests that cut connections. */
  openSocket?: (address: { host: string; port: number }) => Socket;
}

/**
 * With `record-admin.ts` the only file that imports kafkajs. Each producer, admin and consumer has its own connections
 * and shares no state.
 */
export class KafkaClient {
  private readonly options: KafkaClientOptions;
  private readonly openSocket: ISocketFactory;
  private readonly sockets = new Set<Socket>();
  private isClosed = false;

  constructor(options: KafkaClientOptions) {
    this.options = options;
    this.openSocket = options.openSocket ? connectAfter(options.openSocket) : createSocketFactory();
  }

  /**
   * Ends every connection and opens no other. Call it last: requests that kafkajs repeats after their producer, admin
   * or consumer was closed would open connections again and keep the process alive.
   */
  close(): void {
    this.isClosed = true;
    for (const socket of this.sockets) socket.destroy(new EventBusClosedError());
  }

  /** An idempotent producer for one topic; use it for one request at a time. */
  async openProducer(topic: string): Promise<RecordProducer> {
    const chosen = new Set<number>();
    const createPartitioner = () => {
      const choose = Partitioners.DefaultPartitioner();
      return (args: Parameters<typeof choose>[0]) => {
        const partition = choose(args);
        chosen.add(partition);
        return partition;
      };
    };
    const producer = this.kafka().producer({
      idempotent: true,
      allowAutoTopicCreation: false,
      createPartitioner,
      retry: clientRetries,
    });
    await closeOnFailure(producer, producer.connect());
    let sending: ReturnType<typeof producer.send> = Promise.resolve([]);
    return {
      async send(records) {
        chosen.clear();
        const messages = records.map((record) => ({ ...record, headers: { ...record.headers } }));
        sending = producer.send({ topic, acks: -1, timeout: answerWithinMs, messages });
        const answers = await sending;
        // When a leader moves during a retry, kafkajs may omit a partition without an error.
        for (const { partition } of answers) chosen.delete(partition);
        if (chosen.size > 0) throw new Error(`Partitions of ${topic} are missing in an answer.`);
      },
      async close() {
        await producer.disconnect();
        // A request that is still being retried would open a connection again and leave it open.
        void sending.catch(() => undefined).then(() => producer.disconnect());
      },
    };
  }

  /** @throws when no broker answers */
  async reach(): Promise<void> {
    // One attempt per broker, because any of them suffices.
    const admin = this.kafka().admin({ retry: { ...clientRetries, retries: this.options.brokers.length } });
    try {
      await admin.connect();
      await admin.describeCluster();
    } finally {
      await admin.disconnect();
    }
  }

  async openAdmin(): Promise<RecordAdmin> {
    const admin = this.kafka().admin({ retry: { ...clientRetries, retries: 2 } });
    await closeOnFailure(admin, admin.connect());
    return wrapAdmin(admin, answerWithinMs);
  }

  /** A group member without automatic commits and without a restart after a crash. */
  openConsumer(settings: ConsumerSettings, listener: ConsumerListener): RecordConsumer {
    const { group, topics, sessionTimeout, heartbeatInterval, maxWaitTime, minBytes = 1 } = settings;
    const consumer = this.kafka().consumer({
      groupId: group,
      sessionTimeout,
      heartbeatInterval,
      rebalanceTimeout: rebalanceTimeoutMs,
      maxWaitTimeInMs: maxWaitTime,
      minBytes,
      maxBytesPerPartition: 1_000_000,
      maxBytes: 5_000_000,
      allowAutoTopicCreation: false,
      partitionAssigners: [assigner],
      retry: { ...clientRetries, restartOnFailure: () => Promise.resolve(false) },
    });
    return wrapConsumer(consumer, topics, listener);
  }

  /** Creates one kafkajs client per use, because consumers of one client share their cache of committed offsets. */
  private kafka() {
    const { brokers, clientId, logger, security } = this.options;
    return new Kafka({
      brokers: brokers.map(withoutColons),
      clientId,
      ...optionsOf(security),
      connectionTimeout: connectWithinMs,
      requestTimeout: answerWithinMs,
      retry: clientRetries,
      socketFactory: (address) => this.open(address),
      // Callers log a failure in one line; these lines are for debugging.
      logCreator:
        () =>
        ({ namespace, log: { message, groupId, topic, partition, broker, error } }) => {
          logger.debug({ from: namespace, groupId, topic, partition, broker, error: text(error) }, message);
        },
    });
  }

  private open(address: Parameters<ISocketFactory>[0]): Socket {
    if (this.isClosed) throw new EventBusClosedError();
    const socket = this.openSocket({ ...address, host: hostOf(address.host) });
    this.sockets.add(socket);
    socket.once('close', () => this.sockets.delete(socket));
    return socket;
  }
}

function optionsOf({ ssl, sasl }: KafkaSecurity = { ssl: false }): Pick<KafkaConfig, 'ssl' | 'sasl'> {
  if (sasl === undefined) return { ssl };
  // The library's types do not accept a union of mechanisms.
  return { ssl, sasl: (sasl.mechanism === 'oauthbearer' ? oauthBearer(sasl.token) : sasl) as Mechanism };
}

/** kafkajs divides an address at its first colon: the IPv6 address of `[fd00::1]:9092` must not have one. */
function withoutColons(broker: string): string {
  return broker.replace(/^\[(.*)\]/, (host) => host.replaceAll(':', '_'));
}

/** The host of an address that kafkajs divided. */
function hostOf(host: string): string {
  return host.replace(/^\[(.*)\]$/, (_, address: string) => address.replaceAll('_', ':'));
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function connectAfter(openSocket: NonNullable<KafkaClientOptions['openSocket']>): ISocketFactory {
  return ({ host, port, onConnect }) => openSocket({ host, port }).on('connect', onConnect);
}

async function closeOnFailure(client: { disconnect(): Promise<void> }, connected: Promise<void>) {
  try {
    await connected;
  } catch (error) {
    client.disconnect().catch(() => undefined);
    throw error;
  }
}

/** Assigns each member only partitions of its own topics, so that versions with different topics can share a group. */
const assigner: PartitionAssigner = ({ cluster }) => ({
  name: 'ByTopic',
  version: 0,
  async assign({ members }) {
    const subscriptions = members.map(({ memberId, memberMetadata }) => ({
      memberId,
      topics: MemberMetadata.decode(memberMetadata)?.topics ?? [],
    }));
    const topics = [...new Set(subscriptions.flatMap((subscription) => subscription.topics))];
    await cluster.addMultipleTargetTopics(topics);
    const partitions = new Map(
      topics.map((topic) => [
        topic,
        cluster.findTopicPartitionMetadata(topic).map(({ partitionId }) => partitionId),
      ]),
    );
    return [...assignPartitions(subscriptions, partitions)].map(([memberId, assignment]) => ({
      memberId,
      memberAssignment: MemberAssignment.encode({ version: 0, assignment, userData: Buffer.alloc(0) }),
    }));
  },
  protocol: ({ topics }) => ({
    name: 'ByTopic',
    metadata: MemberMetadata.encode({ version: 0, topics, userData: Buffer.alloc(0) }),
  }),
});

function wrapConsumer(
  consumer: Consumer,
  topics: readonly string[],
  listener: ConsumerListener,
): RecordConsumer {
  const { events } = consumer;
  let commits = 0;
  let isClosed = false;
  const eachBatch = (payload: EachBatchPayload) => {
    if (payload.isStale()) return Promise.resolve();
    // The requested offset is missing in the types; it distinguishes batches from before and after a seek.
    const last = listener.onBatch(readBatch(payload.batch as Batch & { fetchedOffset: string }));
    if (last !== undefined) payload.resolveOffset(String(last));
    return Promise.resolve();
  };
  consumer.on(events.COMMIT_OFFSETS, () => void (commits += 1));
  consumer.on(events.GROUP_JOIN, ({ payload }) => {
    listener.onJoined({ isLeader: payload.isLeader, assignment: payload.memberAssignment });
  });
  consumer.on(events.REBALANCING, () => listener.onRebalance?.());
  consumer.on(events.HEARTBEAT, () => listener.onHeartbeat?.());
  consumer.on(events.REQUEST_TIMEOUT, () => listener.onTimeout?.());
  consumer.on(events.CRASH, ({ payload }) => listener.onDown(payload.error));
  return {
    async start() {
      try {
        await consumer.connect();
        await consumer.subscribe({ topics: [...topics], fromBeginning: true });
        await consumer.run({ autoCommit: false, eachBatchAutoResolve: false, eachBatch });
      } finally {
        // A consumer closed while joining would stay in the group and keep partitions that it does not read.
        if (isClosed) await consumer.disconnect();
      }
    },
    pause: (topic, partition) => consumer.pause([{ topic, partitions: [partition] }]),
    resume: (topic, partition) => consumer.resume([{ topic, partitions: [partition] }]),
    seek: ({ topic, partition, offset }) => consumer.seek({ topic, partition, offset: String(offset) }),
    async commit(offsets) {
      const before = commits;
      await consumer.commitOffsets(offsets.map((each) => ({ ...each, offset: String(each.offset) })));
      // Outside of a group kafkajs commits nothing and reports no error.
      if (commits === before) throw new Error('The member is not in its group.');
    },
    close() {
      isClosed = true;
      return consumer.disconnect();
    },
  };
}
