import { randomUUID } from 'node:crypto';
import type { Delivery, EventBus, SubscribeOptions, Subscription } from '../event-bus.ts';
import type { Message } from '../message.ts';
import type { RetryPolicy } from '../retry-policy.ts';
import { until } from './until.ts';

const QUICK: RetryPolicy = { maxAttempts: 4, delay: () => 5 };

/** One adapter under test. Topics and groups are new in each test, so nothing needs to be cleaned up in a server. */
export interface EventBusHarness {
  /** The bus; another one after `restart` and `crash`. */
  bus: EventBus;
  /** A new topic that no other test uses. */
  createTopic(): Promise<string>;
  /** Puts text into a topic that no publisher would let through. */
  publishRaw(topic: string, key: string, text: string): Promise<void>;
  /** Closes the bus and opens it again over the same data. */
  restart(): Promise<void>;
  /** As a new process finds things when the old one was killed: nothing was closed, no handler's outcome comes after. */
  crash(): Promise<void>;
  dispose(): Promise<void>;
}

/** A subscription and what it has dealt with. */
export interface Collected {
  subscription: Subscription;
  /** Deliveries whose handler resolved, in that order. */
  received: Delivery[];
  /** Their data. */
  data: () => unknown[];
  /** Resolves when the group has nothing left to do. */
  settled: () => Promise<void>;
}

/** What a test of the contract plays on: a harness with one new topic and one new group. */
export class Stage {
  topic = '';
  group = '';
  #harness: EventBusHarness | undefined;

  async open(harness: EventBusHarness): Promise<void> {
    this.#harness = harness;
    this.topic = await harness.createTopic();
    this.group = newGroup();
  }

  get bus(): EventBus {
    return this.#opened.bus;
  }

  /** Publishes to the topic of the stage. */
  readonly publish = (...messages: Message[]) => this.bus.publish(this.topic, messages);

  /** Subscribes and collects what arrives; the handler may add behaviour. */
  readonly collect = async (options: Partial<SubscribeOptions> = {}): Promise<Collected> => {
    const received: Delivery[] = [];
    const subscription = await this.bus.subscribe({
      group: this.group,
      topics: [this.topic],
      retry: QUICK,
      ...options,
      handler: async (delivery) => {
        await options.handler?.(delivery);
        received.push(delivery);
      },
    });
    return {
      received,
      subscription,
      data: () => received.map(({ message }) => message.data),
      settled: () => until(async () => (await subscription.lag()) === 0),
    };
  };

  createTopic(): Promise<string> {
    return this.#opened.createTopic();
  }

  publishRaw(topic: string, key: string, text: string): Promise<void> {
    return this.#opened.publishRaw(topic, key, text);
  }

  restart(): Promise<void> {
    return this.#opened.restart();
  }

  crash(): Promise<void> {
    return this.#opened.crash();
  }

  async close(): Promise<void> {
    await this.#harness?.dispose();
    this.#harness = undefined;
  }

  get #opened(): EventBusHarness {
    if (!this.#harness) throw new Error('The stage is not open.');
    return this.#harness;
  }
}

/** The name of a group that no other test uses. */
export function newGroup(): string {
  return `group-${randomUUID()}`;
}
