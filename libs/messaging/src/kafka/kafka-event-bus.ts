import type { Logger } from '@vault/base';
import { FairQueue } from '@vault/worker-pool';
import type {
  DeadLetter,
  DeadLetterFilter,
  DeadLetterPage,
  EventBus,
  SubscribeOptions,
  Subscription,
} from '../events/event-bus.ts';
import { EventBusClosedError } from '../events/event-errors.ts';
import { encodeMessage, requireName } from '../events/message-codec.ts';
import type { Message } from '../events/message.ts';
import { AccessWatch } from './connection/access-watch.ts';
import { BrokerWatch } from './connection/broker-watch.ts';
import { toRecord } from './topics/cloud-event-record.ts';
import { DeadLetterTopic } from './topics/dead-letter-topic.ts';
import type { MemberSettings, PartitionLag } from './groups/group-member.ts';
import { GroupMember } from './groups/group-member.ts';
import type { KafkaClientOptions } from './connection/kafka-client.ts';
import { KafkaClient } from './connection/kafka-client.ts';
import { KafkaAdmin } from './connection/kafka-admin.ts';
import type { NewRecord } from './connection/kafka-types.ts';
import { ThrottledOutageLog } from './connection/throttled-outage-log.ts';
import { moveGroup } from './groups/move-group.ts';
import type { Waiting } from './topics/topic-publisher.ts';
import { TopicPublisher } from './topics/topic-publisher.ts';
import { TopicReader } from './topics/topic-reader.ts';

/** Settings of the bus on Kafka; times in milliseconds. */
export interface KafkaEventBusOptions extends KafkaClientOptions {
  /** `host:port` of one or more brokers. */
  brokers: string[];
  /** The name of this process in the broker's logs. */
  clientId: string;
  logger: Logger;
  /** Longest wait for running handlers on close. Default 10 s. */
  closeTimeout?: number;
  /** The topic of dead letters. Each installation on a shared broker needs its own. Default `dead-letters`. */
  deadLetterTopic?: string;
  /** After this time `publish` rejects if Kafka did not accept the messages. Default 10 s. */
  publishTimeout?: number;
  /** A member loses its partitions after this long without a heartbeat. Default 12 s. */
  sessionTimeout?: number;
  /** How soon a member notices a rebalance. Default: a third of the session time-out. */
  heartbeatInterval?: number;
  /** Maximum time from the end of a handler to the commit. Default 500 ms. */
  commitInterval?: number;
  /** After this time `subscribe` returns even if the member has not joined. Default 15 s, 2 s without a broker. */
  joinTimeout?: number;
  /** How often a process checks for groups that killed processes left. Default 5 min. */
  tidyInterval?: number;
  /** How much of a partition is read beyond the first unhandled message. */
  limits?: Partial<MemberSettings['limits']>;
}

const waitingLimits = { maxMessages: 10_000, maxBytes: 50_000_000 };
const defaultLimits = { messages: 500, bytes: 2_000_000, span: 4000 };
const fetchWaitMs = 250;
const joinTimeoutWithoutBrokerMs = 2000;

/**
 * The event bus on Kafka. It connects when it is first used and retries until it succeeds: a process can start without
 * a broker; it is unhealthy until a broker is available.
 */
export class KafkaEventBus implements EventBus {
  private readonly settings: MemberSettings;
  private readonly client: KafkaClient;
  private readonly admin: KafkaAdmin;
  private readonly brokers: BrokerWatch;
  private readonly access: AccessWatch;
  private readonly deadLetterTopic: DeadLetterTopic;
  private readonly logger: Logger;
  private readonly publishers = new Map<string, TopicPublisher>();
  private readonly members = new Set<GroupMember>();
  private readonly suspects = new FairQueue({
    slots: 1,
    slotsPerOwner: 1,
    waiting: Infinity,
    waitingPerOwner: Infinity,
  });
  private readonly waiting: Waiting = { messages: 0, bytes: 0, ...waitingLimits };
  private readonly publishTimeout: number;
  private readonly joinTimeout: number;
  private closing: Promise<void> | undefined;

  constructor(options: KafkaEventBusOptions) {
    const { logger, sessionTimeout = 12_000, deadLetterTopic = 'dead-letters' } = options;
    this.logger = logger;
    this.access = new AccessWatch(logger, () => {
      const ssl = options.security?.ssl;
      return typeof ssl === 'object' ? ssl.cert : undefined;
    });
    this.publishTimeout = options.publishTimeout ?? 10_000;
    this.joinTimeout = options.joinTimeout ?? 15_000;
    this.settings = {
      sessionTimeout,
      heartbeatInterval: options.heartbeatInterval ?? sessionTimeout / 3,
      maxWaitTime: Math.min(fetchWaitMs, sessionTimeout / 10),
      commitInterval: options.commitInterval ?? 500,
      closeTimeout: options.closeTimeout ?? 10_000,
      tidyInterval: options.tidyInterval ?? 300_000,
      limits: { ...defaultLimits, ...options.limits },
    };
    const client = new KafkaClient(options);
    const admin = new KafkaAdmin(() => client.openAdmin());
    this.client = client;
    this.admin = admin;
    this.brokers = new BrokerWatch(() => client.reach());
    this.deadLetterTopic = new DeadLetterTopic({
      topic: deadLetterTopic,
      admin,
      openReader: () => new TopicReader(deadLetterTopic, client, admin),
      publish: (topic, records) => this.append(topic, records),
    });
  }

  get isUnavailable(): boolean {
    return this.brokers.isUnavailable;
  }

  get isRefused(): boolean {
    return this.access.isRefused;
  }

  async publish(topic: string, messages: readonly Message[]): Promise<void> {
    this.requireOpen();
    requireName('topic', topic);
    const records = messages.map((message) => {
      encodeMessage(message);
      return toRecord(message);
    });
    await this.append(topic, records);
  }

  /** Also returns while Kafka is unavailable: the member is then unhealthy and joins later. */
  async subscribe(options: SubscribeOptions): Promise<Subscription> {
    this.requireOpen();
    requireName('group', options.group);
    for (const topic of options.topics) requireName('topic', topic);
    const member = new GroupMember(options, {
      client: this.client,
      admin: this.admin,
      deadLetters: this.deadLetterTopic,
      settings: this.settings,
      suspects: this.suspects,
      logger: this.logger,
      outage: this.outage('Reading from Kafka', { group: options.group, topics: options.topics }),
    });
    this.members.add(member);
    await member.start(this.joinTimeout, Math.min(this.joinTimeout, joinTimeoutWithoutBrokerMs));
    return {
      close: async () => {
        await member.close();
        this.members.delete(member);
      },
      started: member.started,
      lag: (ofTopic) => member.lag(ofTopic),
      get isHealthy() {
        return member.isHealthy;
      },
    };
  }

  async deadLetters(filter: DeadLetterFilter = {}, page: DeadLetterPage = {}): Promise<DeadLetter[]> {
    this.requireOpen();
    return await this.deadLetterTopic.list(filter, page);
  }

  async replayDeadLetters(filter: DeadLetterFilter = {}): Promise<number> {
    this.requireOpen();
    return await this.deadLetterTopic.replay(filter);
  }

  /** @throws when members of the group run in other processes */
  async replay(group: string, topic: string, fromOffset: number): Promise<void> {
    this.requireOpen();
    requireName('group', group);
    requireName('topic', topic);
    const members = [...this.members].filter((member) => member.group === group);
    await moveGroup({ client: this.client, admin: this.admin, members, group, topic, fromOffset });
  }

  /** The lag of this process's groups, by partition; for metrics. */
  async lags(): Promise<PartitionLag[]> {
    this.requireOpen();
    const byGroup = new Map([...this.members].map((member) => [member.group, member]));
    const lags = await Promise.all([...byGroup.values()].map((member) => member.lags()));
    return lags.flat();
  }

  close(): Promise<void> {
    this.closing ??= this.closeOnce();
    return this.closing;
  }

  private async closeOnce(): Promise<void> {
    this.brokers.close();
    await Promise.all([...this.members].map((member) => member.close()));
    this.members.clear();
    await Promise.all([...this.publishers.values()].map((each) => each.close(this.settings.closeTimeout)));
    await this.admin.close();
    this.client.close();
  }

  private append(topic: string, records: readonly NewRecord[]): Promise<void> {
    let publisher = this.publishers.get(topic);
    if (!publisher) {
      publisher = new TopicPublisher({
        topic,
        open: () => this.client.openProducer(topic),
        deadline: this.publishTimeout,
        waiting: this.waiting,
        outage: this.outage('Writing to Kafka', { topic }),
      });
      this.publishers.set(topic, publisher);
    }
    return publisher.add(records);
  }

  private outage(what: string, facts: object): ThrottledOutageLog {
    return new ThrottledOutageLog(what, facts, this.logger, this.brokers, this.access);
  }

  private requireOpen(): void {
    if (this.closing) throw new EventBusClosedError();
  }
}
