/** TLS and SASL settings of a connection to the brokers. */
export interface KafkaSecurity {
  /**
   * Whether to use TLS: with the system's certificate authorities (`true`) or only with those in `ca`; `cert` and `key`
   * are the certificate of this process. All in PEM.
   */
  ssl: boolean | { ca?: string[]; cert?: string; key?: string };
  sasl?: KafkaPassword | KafkaToken;
}

export interface KafkaPassword {
  mechanism: 'scram-sha-512' | 'scram-sha-256' | 'plain';
  username: string;
  password: string;
}

export interface KafkaToken {
  mechanism: 'oauthbearer';
  /** Called for each sign-in; it may return the same token while that is valid. */
  token: () => Promise<string>;
}

/** A stored record of a topic. */
export interface KafkaRecord {
  topic: string;
  partition: number;
  offset: number;
  key: string;
  value: Buffer | null;
  headers: Record<string, string>;
}

/** A record to append; a null value is a tombstone. */
export interface NewRecord {
  key: string;
  value: Buffer | null;
  headers: Readonly<Record<string, string>>;
}

/** The offset of the next message to read or to handle in a partition. */
export interface OffsetOf {
  topic: string;
  partition: number;
  offset: number;
}

/** A committed offset, with a text of the member. */
export interface NotedOffset extends OffsetOf {
  metadata: string;
}

/** The stored offsets of a partition: from `low` to before `high`. */
export interface Bounds {
  topic: string;
  partition: number;
  low: number;
  high: number;
}

export interface RecordProducer {
  /** Resolves when every in-sync replica has the records, in this order per key. After a failure, replace it. */
  send(records: readonly NewRecord[]): Promise<void>;
  close(): Promise<void>;
}

export interface ConsumerSettings {
  group: string;
  topics: readonly string[];
  /** Milliseconds without a heartbeat after which the group removes the member. */
  sessionTimeout: number;
  heartbeatInterval: number;
  /** How long the broker waits for records before it answers a fetch, in milliseconds. */
  maxWaitTime: number;
  /** Records of fewer bytes are not sent before that time. Default 1. */
  minBytes?: number;
}

/** The settings of a member that stays only for one operation. */
export const briefMember = { sessionTimeout: 10_000, heartbeatInterval: 2500, maxWaitTime: 50 };

/** Partitions by topic. */
export type Assignment = Record<string, number[]>;

/** Consecutive records of one partition. */
export interface RecordBatch {
  topic: string;
  partition: number;
  /** The requested offset. */
  from: number;
  records: KafkaRecord[];
}

/** Callbacks of a consumer; they must return at once. */
export interface ConsumerListener {
  /** The consumer has joined the group; it reads nothing before this returns. */
  onJoined(joined: { isLeader: boolean; assignment: Assignment }): void;
  onRebalance?(): void;
  onHeartbeat?(): void;
  /** A request to the broker timed out. */
  onTimeout?(): void;
  /** The consumer has failed permanently. */
  onDown(error: Error): void;
  /** @returns the last accepted offset, if any; the next read begins after it */
  onBatch(batch: RecordBatch): number | undefined;
}

export interface RecordConsumer {
  /** Connects and joins; later failures are reported to {@link ConsumerListener.onDown}. */
  start(): Promise<void>;
  pause(topic: string, partition: number): void;
  resume(topic: string, partition: number): void;
  seek(offset: OffsetOf): void;
  commit(offsets: readonly (OffsetOf & { metadata?: string })[]): Promise<void>;
  /** Leaves the group and closes the connections. */
  close(): Promise<void>;
}

/** The wanted or actual settings of a topic. */
export interface TopicShape {
  name: string;
  partitions: number;
  /** Settings that differ from the broker's own, such as `retention.ms`. */
  configs: Record<string, string>;
}

export type Right =
  'Describe' | 'Read' | 'Write' | 'Create' | 'Delete' | 'Alter' | 'AlterConfigs' | 'DescribeConfigs';

/** A right of an account, from any address. */
export interface Acl {
  /** `User:` and the name of the account. */
  principal: string;
  type: 'topic' | 'group';
  name: string;
  /** `prefix` means every resource whose name begins with `name`. */
  patternType: 'literal' | 'prefix';
  operation: Right;
}

export interface RecordAdmin {
  /** The existing topics among these names. */
  topics(names: readonly string[]): Promise<TopicShape[]>;
  createTopics(topics: readonly (TopicShape & { replicationFactor: number })[]): Promise<void>;
  /** Deletes topics with all their messages. */
  deleteTopics(names: readonly string[]): Promise<void>;
  /** Replaces all settings of a topic that differ from the broker's own. */
  setConfigs(topic: string, configs: Readonly<Record<string, string>>): Promise<void>;
  /** The committed offsets of a group, without partitions that have none. */
  committed(group: string, topics: readonly string[]): Promise<NotedOffset[]>;
  bounds(topic: string): Promise<Bounds[]>;
  /** Ids of the group's members in all processes. */
  members(group: string): Promise<string[]>;
  /** The groups with this name prefix that have no member. */
  emptyGroups(prefix: string): Promise<string[]>;
  /** All rights on topics and groups. */
  acls(): Promise<Acl[]>;
  createAcls(acls: readonly Acl[]): Promise<void>;
  /** Deletes a group without members. */
  deleteGroup(group: string): Promise<void>;
  close(): Promise<void>;
}
