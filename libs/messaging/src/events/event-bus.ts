import type { RetryPolicy } from '@vault/base';
import type { Message } from './message.ts';

/** One attempt to handle a message. */
export interface Delivery {
  /** The handler's own copy. */
  message: Message;
  topic: string;
  /** 1 on the first attempt. After a crash an attempt may be counted twice. */
  attempt: number;
  /** Aborted when the subscription closes, and at the deadline of the handler. If the handler then rejects, no failed attempt is counted. */
  signal: AbortSignal;
}

/** The options of a subscription. */
export interface SubscribeOptions {
  /** Every group gets every message; members of one group share them. */
  group: string;
  topics: readonly string[];
  /** Where a new group begins in a topic. Default `earliest`. */
  from?: 'earliest' | 'latest';
  /**
   * Resolves when the message is handled; rejects to have it retried.
   * Delivery is at least once, so it must be idempotent by `message.id`.
   * For long work, store a job, resolve, then do the work.
   */
  handler: (delivery: Delivery) => Promise<void>;
  /** Default: `backOff()`. */
  retry?: RetryPolicy;
  /** Maximum number of concurrent handlers, each on another key. Default 8. */
  concurrency?: number;
  /**
   * Set when each process has its own group: the common prefix of the groups' names. The group is then removed when its
   * member closes, and groups that killed processes left are removed. Messages that it cannot handle are skipped
   * instead of kept as dead letters: nobody could send them to this group again.
   */
  perProcessPrefix?: string;
  /**
   * The broker may keep messages back for a quarter of a second, to send many at once: for a group that reads many
   * messages of which few matter to it.
   */
  isBatched?: boolean;
  /**
   * Longest time of one attempt, in milliseconds; 5 minutes by default. Then the signal is aborted, and the attempt has
   * failed; a second time, the message becomes a dead letter.
   */
  handlerDeadlineMs?: number;
  /**
   * Called before a message becomes a dead letter, so that whoever waits for it learns of it; perhaps twice, when the
   * process dies meanwhile. Its failure is logged and changes nothing.
   */
  onGivenUp?: (message: Message) => Promise<void>;
  /** Called for each message that becomes a dead letter here, readable or not; must be quick and must not throw. */
  onDeadLetter?: (topic: string) => void;
}

/** A member of a group. */
export interface Subscription {
  /** Takes no more messages, waits (in bounded time) for running handlers and commits the messages they handled. */
  close(): Promise<void>;
  /**
   * The number of messages that the group has not handled, in all its topics or in one, including messages that wait
   * for a retry.
   */
  lag(topic?: string): Promise<number>;
  /** Resolves once the group's start offset is fixed: messages published after that are received. */
  readonly started: Promise<void>;
  /** False while the member cannot read or commit, and after `close`. */
  readonly isHealthy: boolean;
}

/** A message that a group could not handle. */
export interface DeadLetter {
  /** Identifies it in {@link EventBus.replayDeadLetters} and {@link DeadLetterPage.after}. */
  id: string;
  group: string;
  topic: string;
  /** The partition in its topic (always 0 in the embedded log). */
  partition: number;
  offset: number;
  key: string;
  /** Number of attempts; 1 for a poison message. */
  attempts: number;
  /** Name and message of the last error. */
  error: string;
  /** ISO 8601. */
  failedAt: string;
  /** The bytes as text, even if they are not a message. */
  raw: string;
}

/** Selects dead letters; an omitted field matches all. */
export interface DeadLetterFilter {
  group?: string;
  topic?: string;
  ids?: readonly string[];
}

/** One page of dead letters, oldest first. */
export interface DeadLetterPage {
  /** Id of the last dead letter of the previous page. */
  after?: string;
  /** 1 to 100; default 100. */
  limit?: number;
}

/**
 * Events and commands between services. `event-bus.contract.ts` tests what an adapter guarantees: delivery is durable,
 * at least once, in order per key within a group and topic (a key waits while its message is retried, other keys go
 * on), never in the publisher's call stack, and as JSON without shared references.
 */
export interface EventBus {
  /** True while publishing is known to fail. The bus resets it when publishing works again. */
  readonly isUnavailable: boolean;
  /** Why it is unavailable, if the bus can say more than that. */
  readonly failure?: unknown;
  /**
   * True while the brokers refuse this process: its account, its certificate or a right. Unlike an outage this does not
   * end without help, but the bus keeps trying, and notices when it has been corrected.
   */
  readonly isRefused: boolean;
  /**
   * Resolves once every message is durable. On rejection some may be published: publish all again with the same ids.
   * @throws InvalidMessageError, MessageTooLargeError before anything is published
   */
  publish(topic: string, messages: readonly Message[]): Promise<void>;
  /** Resolves once the group's start offset is fixed, or after a time-out: see {@link Subscription.started}. */
  subscribe(options: SubscribeOptions): Promise<Subscription>;
  /** Oldest first. */
  deadLetters(filter?: DeadLetterFilter, page?: DeadLetterPage): Promise<DeadLetter[]>;
  /** Delivers dead letters again, only to the group that failed on them, from attempt 1. @returns how many */
  replayDeadLetters(filter?: DeadLetterFilter): Promise<number>;
  /** Moves a group to an offset of each partition, so that it reads from there (0: the oldest retained message). */
  replay(group: string, topic: string, fromOffset: number): Promise<void>;
  /** Closes every subscription and stores accepted messages. Later calls reject with EventBusClosedError. */
  close(): Promise<void>;
}

/** Receives the log lines of a bus, which never contain the content of a message; a pino logger fits. */
export interface EventLogger {
  warn(facts: object, text: string): void;
  error(facts: object, text: string): void;
}
