/** TLS and SASL settings of a connection to the brokers. */
export interface KafkaSecurity {
  /** Over TLS, with the authorities that everybody trusts or with these alone. */
  ssl: boolean | { ca: string[] };
  sasl?: { mechanism: 'scram-sha-512' | 'scram-sha-256' | 'plain'; username: string; password: string };
}

/** A record as it stands in a topic. */
export interface KafkaRecord {
  topic: string;
  partition: number;
  offset: number;
  key: string;
  value: Buffer | null;
  headers: Record<string, string>;
}

/** A record to be appended; no value is a tombstone. */
export interface NewRecord {
  key: string;
  value: Buffer | null;
  headers: Readonly<Record<string, string>>;
}

/** The offset of the next message to be read, or dealt with, in a partition. */
export interface OffsetOf {
  topic: string;
  partition: number;
  offset: number;
}

/** What a partition holds: from `low` to before `high`. */
export interface Bounds {
  topic: string;
  partition: number;
  low: number;
  high: number;
}

export interface RecordProducer {
  /** Resolves when every replica in sync has them, in this order per key. After a failure it must be replaced. */
  send(records: readonly NewRecord[]): Promise<void>;
  close(): Promise<void>;
}

export interface ConsumerSettings {
  group: string;
  topics: readonly string[];
  /** Milliseconds without a heartbeat after which the group goes on without the member. */
  sessionTimeout: number;
  heartbeatInterval: number;
  /** Longest wait of the broker for something to send, in milliseconds. */
  maxWaitTime: number;
}

/** Partitions by topic. */
export type Assignment = Record<string, number[]>;

/** A run of records of one partition. */
export interface RecordBatch {
  topic: string;
  partition: number;
  /** The offset that was asked for. */
  from: number;
  records: KafkaRecord[];
}

/** What a consumer tells; none of it may wait. */
export interface Watch {
  /** It is in the group and reads nothing before this returns. */
  onJoined(joined: { isLeader: boolean; assignment: Assignment }): void;
  onRegroup(): void;
  onHeartbeat(): void;
  /** The broker owes an answer. */
  onTimeout(): void;
  /** It is over with this consumer. */
  onDown(error: Error): void;
  /** @returns the last offset that was taken, if any; the next read begins behind it */
  onBatch(batch: RecordBatch): number | undefined;
}

export interface RecordConsumer {
  /** Connects and joins; a failure after it is told to the watch. */
  start(): Promise<void>;
  pause(topic: string, partition: number): void;
  resume(topic: string, partition: number): void;
  seek(offset: OffsetOf): void;
  commit(offsets: readonly OffsetOf[]): Promise<void>;
  /** Leaves the group and closes the connections. */
  close(): Promise<void>;
}

/** A topic as it should be, or is. */
export interface TopicShape {
  name: string;
  partitions: number;
  /** Settings that differ from the broker's own, such as `retention.ms`. */
  configs: Record<string, string>;
}

export interface RecordAdmin {
  /** The topics of these names that there are. */
  topics(names: readonly string[]): Promise<TopicShape[]>;
  createTopics(topics: readonly (TopicShape & { replicationFactor: number })[]): Promise<void>;
  /** Deletes topics with all their messages. */
  deleteTopics(names: readonly string[]): Promise<void>;
  /** Replaces all settings of a topic that differ from the broker's own. */
  setConfigs(topic: string, configs: Readonly<Record<string, string>>): Promise<void>;
  /** Where a group stands; partitions it has no offset for are left out. */
  committed(group: string, topics: readonly string[]): Promise<OffsetOf[]>;
  bounds(topic: string): Promise<Bounds[]>;
  /** Ids of the group's members, of any process. */
  members(group: string): Promise<string[]>;
  /** The groups whose names begin so and that nobody is in. */
  emptyGroups(prefix: string): Promise<string[]>;
  /** Deletes a group that nobody is in. */
  forget(group: string): Promise<void>;
  close(): Promise<void>;
}
