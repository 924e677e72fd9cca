import type { Message } from './message.ts';
import type { RetryPolicy } from './retry-policy.ts';

/** One hand-over of a message to a handler. */
export interface Delivery {
  /** The handler's own copy. */
  message: Message;
  topic: string;
  /** 1 on the first try. After a crash a try may be counted twice. */
  attempt: number;
  /** Aborted when the subscription closes. A handler that then rejects is not charged with a failed attempt. */
  signal: AbortSignal;
}

/** Who listens to what, and how. */
export interface SubscribeOptions {
  /** Every group gets every message; members of one group share them. */
  group: string;
  topics: readonly string[];
  /** Where a group begins in a topic that it has never read. Default `earliest`. */
  from?: 'earliest' | 'latest';
  /**
   * Resolves when the message is dealt with; rejects to have it tried again.
   * Delivery is at least once, so it must be idempotent by `message.id`.
   * Long work does not belong here: store a job, resolve, then work.
   */
  handler: (delivery: Delivery) => Promise<void>;
  /** Default: `backOff()`. */
  retry?: RetryPolicy;
  /** Most handlers at once, each on another key. Default 8. */
  concurrency?: number;
  /**
   * What the group's name begins with where each process has a group of its own: such a group ends with its member, and
   * those that killed processes have left behind are removed.
   */
  ofEachProcess?: string;
  /** Hears of each message that this member gives up, readable or not; it must be quick and must not throw. */
  onDeadLetter?: (topic: string) => void;
}

/** A member of a group. */
export interface Subscription {
  /** Takes no more messages, waits (in bounded time) for running handlers and commits what they finished. */
  close(): Promise<void>;
  /**
   * Messages in these topics, or in one of them, that the group has still to deal with, those waiting for a retry
   * included.
   */
  lag(topic?: string): Promise<number>;
  /** Resolves once the group's starting point stands: what is published from then on is seen. */
  readonly begun: Promise<void>;
  /** False while the member cannot read or commit, and after close. */
  readonly isHealthy: boolean;
}

/** A message that a group gave up. */
export interface DeadLetter {
  /** Names it for {@link EventBus.replayDeadLetters} and as a page's end. */
  id: string;
  group: string;
  topic: string;
  /** Where it stands in its topic: the broker's partition (the embedded log has only 0) and offset. */
  partition: number;
  offset: number;
  key: string;
  /** Tries that were made; 1 for a poison message. */
  attempts: number;
  /** Name and message of the last error. */
  error: string;
  /** ISO 8601. */
  failedAt: string;
  /** The bytes as text, also when they are no message. */
  raw: string;
}

/** Which dead letters; what is left out matches all. */
export interface DeadLetterFilter {
  group?: string;
  topic?: string;
  ids?: readonly string[];
}

/** One page of dead letters, oldest first. */
export interface DeadLetterPage {
  /** Id of the last dead letter of the page before. */
  after?: string;
  /** 1 to 100; default 100. */
  limit?: number;
}

/**
 * Events and commands between services. What an adapter promises is proven by `event-bus.contract.ts`:
 * durable, at least once, in order per key within a group and topic (a key waits while its message is retried,
 * other keys go on), never in the publisher's stack, as JSON without shared references.
 */
export interface EventBus {
  /** True while it is known that nothing can be published. It ends by itself; until then to try is to wait in vain. */
  readonly isAway: boolean;
  /**
   * Resolves once every message is durable. On rejection some may have gone out: publish them again with the same ids.
   * @throws InvalidMessageError, MessageTooLargeError before anything is published
   */
  publish(topic: string, messages: readonly Message[]): Promise<void>;
  /** Resolves once the group's starting point stands, or is taking long: see {@link Subscription.begun}. */
  subscribe(options: SubscribeOptions): Promise<Subscription>;
  /** Oldest first. */
  deadLetters(filter?: DeadLetterFilter, page?: DeadLetterPage): Promise<DeadLetter[]>;
  /** How many there are. On Kafka the topic is read for it: not for every request. */
  countDeadLetters(filter?: DeadLetterFilter): Promise<number>;
  /** Gives dead letters back to the group that gave them up, and to no other, with all its tries. @returns how many */
  replayDeadLetters(filter?: DeadLetterFilter): Promise<number>;
  /** Moves a group to an offset (0: all that is retained; per partition, where a topic has several) to read again. */
  replay(group: string, topic: string, fromOffset: number): Promise<void>;
  /** Closes every subscription, makes durable what was accepted. Calls after it reject with EventBusClosedError. */
  close(): Promise<void>;
}

/** What a bus reports; a pino logger fits. Never the content of a message. */
export interface EventLogger {
  warn(facts: object, text: string): void;
  error(facts: object, text: string): void;
}
