import type { Socket } from 'node:net';
import type { Batch, Consumer, EachBatchPayload, PartitionAssigner } from 'kafkajs';
import kafkajs from 'kafkajs';
import type { Logger } from '../../logging/logger.ts';
import { assignPartitions } from './assign-partitions.ts';
import type {
  ConsumerSettings,
  KafkaSecurity,
  RecordAdmin,
  RecordConsumer,
  RecordProducer,
  Watch,
} from './kafka-types.ts';
import './kafkajs-repairs.ts';
import { readBatch } from './read-batch.ts';
import { wrapAdmin } from './record-admin.ts';

const { AssignerProtocol, Kafka, Partitioners } = kafkajs;
const { MemberAssignment, MemberMetadata } = AssignerProtocol;

/** Its own retries stay short: whoever uses a client replaces it when it gives up. */
const RETRY = { initialRetryTime: 100, multiplier: 2, factor: 0.2, maxRetryTime: 1000, retries: 5 };
const [CONNECT_WITHIN, ANSWER_WITHIN] = [3000, 8000];
/** How long the others wait for a member that does not come back to a group that regroups. */
const REGROUP_WITHIN = 15_000;

/** Who is asked for connections. */
export interface KafkaClientOptions {
  brokers: string[];
  clientId: string;
  logger: Logger;
  security?: KafkaSecurity;
  /** Opens a connection; for brokers behind something, and for tests that cut it. */
  openSocket?: (address: { host: string; port: number }) => Socket;
}

/** With `record-admin.ts` the only file that knows kafkajs. Each client it makes has connections of its own and shares no state. */
export class KafkaClient {
  readonly #options: KafkaClientOptions;

  constructor(options: KafkaClientOptions) {
    this.#options = options;
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
    const producer = this.#kafka().producer({
      idempotent: true,
      allowAutoTopicCreation: false,
      createPartitioner,
      retry: RETRY,
    });
    await closeOnFailure(producer, producer.connect());
    let sending: ReturnType<typeof producer.send> = Promise.resolve([]);
    return {
      async send(records) {
        chosen.clear();
        const messages = records.map((record) => ({ ...record, headers: { ...record.headers } }));
        sending = producer.send({ topic, acks: -1, timeout: ANSWER_WITHIN, messages });
        const answers = await sending;
        // When a leader moves in the middle of a retry, kafkajs may leave a partition out and say nothing.
        for (const { partition } of answers) chosen.delete(partition);
        if (chosen.size > 0) throw new Error(`Partitions of ${topic} were left out of an answer.`);
      },
      async close() {
        await producer.disconnect();
        // A request that is still tried would open a connection again, and leave it open.
        void sending.catch(() => undefined).then(() => producer.disconnect());
      },
    };
  }

  /** @throws when no broker answers */
  async reach(): Promise<void> {
    // One try for each: any of them will do.
    const admin = this.#kafka().admin({ retry: { ...RETRY, retries: this.#options.brokers.length } });
    try {
      await admin.connect();
      await admin.describeCluster();
    } finally {
      await admin.disconnect();
    }
  }

  async openAdmin(): Promise<RecordAdmin> {
    const admin = this.#kafka().admin({ retry: { ...RETRY, retries: 2 } });
    await closeOnFailure(admin, admin.connect());
    return wrapAdmin(admin, ANSWER_WITHIN);
  }

  /** A member of a group. It reads only what it is told to: nothing is committed, and a crash is final. */
  openConsumer(settings: ConsumerSettings, watch: Watch): RecordConsumer {
    const { group, topics, sessionTimeout, heartbeatInterval, maxWaitTime } = settings;
    const consumer = this.#kafka().consumer({
      groupId: group,
      sessionTimeout,
      heartbeatInterval,
      rebalanceTimeout: REGROUP_WITHIN,
      maxWaitTimeInMs: maxWaitTime,
      maxBytesPerPartition: 1_000_000,
      maxBytes: 5_000_000,
      allowAutoTopicCreation: false,
      partitionAssigners: [assigner],
      retry: { ...RETRY, restartOnFailure: () => Promise.resolve(false) },
    });
    return wrapConsumer(consumer, topics, watch);
  }

  /** A client each: consumers of one client share what they believe to be committed. */
  #kafka() {
    const { brokers, clientId, logger, security, openSocket } = this.#options;
    return new Kafka({
      brokers,
      clientId,
      // The library's types want each mechanism on its own, not their union.
      ...(security as object | undefined),
      connectionTimeout: CONNECT_WITHIN,
      requestTimeout: ANSWER_WITHIN,
      retry: RETRY,
      ...(openSocket ? { socketFactory: (address) => open(openSocket, address) } : {}),
      // Whoever uses the client says in one line what is wrong; this is for those who want to know more.
      logCreator:
        () =>
        ({ namespace, log: { message, groupId, topic, partition, broker, error } }) => {
          logger.debug({ from: namespace, groupId, topic, partition, broker, error: text(error) }, message);
        },
    });
  }
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function open(
  openSocket: NonNullable<KafkaClientOptions['openSocket']>,
  { host, port, onConnect }: { host: string; port: number; onConnect: () => void },
): Socket {
  const socket = openSocket({ host, port });
  socket.on('connect', onConnect);
  return socket;
}

async function closeOnFailure(client: { disconnect(): Promise<void> }, connected: Promise<void>) {
  try {
    await connected;
  } catch (error) {
    client.disconnect().catch(() => undefined);
    throw error;
  }
}

/** Every member gets partitions of the topics it asked for, and of no other: versions with other topics may share a group. */
const assigner: PartitionAssigner = ({ cluster }) => ({
  name: 'ByTopic',
  version: 0,
  async assign({ members }) {
    const wishes = members.map(({ memberId, memberMetadata }) => ({
      memberId,
      topics: MemberMetadata.decode(memberMetadata)?.topics ?? [],
    }));
    const topics = [...new Set(wishes.flatMap((wish) => wish.topics))];
    await cluster.addMultipleTargetTopics(topics);
    const partitions = new Map(
      topics.map((topic) => [
        topic,
        cluster.findTopicPartitionMetadata(topic).map(({ partitionId }) => partitionId),
      ]),
    );
    return [...assignPartitions(wishes, partitions)].map(([memberId, assignment]) => ({
      memberId,
      memberAssignment: MemberAssignment.encode({ version: 0, assignment, userData: Buffer.alloc(0) }),
    }));
  },
  protocol: ({ topics }) => ({
    name: 'ByTopic',
    metadata: MemberMetadata.encode({ version: 0, topics, userData: Buffer.alloc(0) }),
  }),
});

function wrapConsumer(consumer: Consumer, topics: readonly string[], watch: Watch): RecordConsumer {
  const { events } = consumer;
  let commits = 0;
  let isClosed = false;
  const eachBatch = (payload: EachBatchPayload) => {
    if (payload.isStale()) return Promise.resolve();
    // The offset that was asked for is not in the types; it tells a batch from before a seek from one after it.
    const last = watch.onBatch(readBatch(payload.batch as Batch & { fetchedOffset: string }));
    if (last !== undefined) payload.resolveOffset(String(last));
    return Promise.resolve();
  };
  consumer.on(events.COMMIT_OFFSETS, () => void (commits += 1));
  consumer.on(events.GROUP_JOIN, ({ payload }) => {
    watch.onJoined({ isLeader: payload.isLeader, assignment: payload.memberAssignment });
  });
  consumer.on(events.REBALANCING, () => watch.onRegroup());
  consumer.on(events.HEARTBEAT, () => watch.onHeartbeat());
  consumer.on(events.REQUEST_TIMEOUT, () => watch.onTimeout());
  consumer.on(events.CRASH, ({ payload }) => watch.onDown(payload.error));
  return {
    async start() {
      try {
        await consumer.connect();
        await consumer.subscribe({ topics: [...topics], fromBeginning: true });
        await consumer.run({ autoCommit: false, eachBatchAutoResolve: false, eachBatch });
      } finally {
        // One that was closed on its way into the group would stay there, and keep partitions that nobody reads.
        if (isClosed) await consumer.disconnect();
      }
    },
    pause: (topic, partition) => consumer.pause([{ topic, partitions: [partition] }]),
    resume: (topic, partition) => consumer.resume([{ topic, partitions: [partition] }]),
    seek: ({ topic, partition, offset }) => consumer.seek({ topic, partition, offset: String(offset) }),
    async commit(offsets) {
      const before = commits;
      await consumer.commitOffsets(offsets.map((each) => ({ ...each, offset: String(each.offset) })));
      // Outside of a group kafkajs commits nothing and says nothing.
      if (commits === before) throw new Error('The member is not in its group.');
    },
    close() {
      isClosed = true;
      return consumer.disconnect();
    },
  };
}
