import { randomUUID } from 'node:crypto';
import { until } from '@vault/base/testing';
import type { RetryPolicy } from '@vault/base';
import type { Delivery, EventBus, SubscribeOptions, Subscription } from '../event-bus.ts';
import type { Message } from '../message.ts';

const quickRetries: RetryPolicy = { maxAttempts: 4, delay: () => 5 };

/** One adapter under test. Each test uses new topics and groups, so nothing needs to be cleaned up in a server. */
export interface EventBusHarness {
  /** The bus; another one after `restart` and `crash`. */
  bus: EventBus;
  /** A new topic that no other test uses. */
  createTopic(): Promise<string>;
  /** Appends text to a topic without the publisher's validation. */
  publishRaw(topic: string, key: string, text: string): Promise<void>;
  /** Closes the bus and opens it again over the same data. */
  restart(): Promise<void>;
  /** Simulates a new process after a kill: nothing was closed, and no result of an old handler is stored. */
  crash(): Promise<void>;
  dispose(): Promise<void>;
}

/** A subscription and the messages it has handled. */
export interface Collected {
  subscription: Subscription;
  /** Deliveries whose handler resolved, in that order. */
  received: Delivery[];
  /** Their data. */
  data: () => unknown[];
  /** Resolves when the lag of the group is 0. */
  settled: () => Promise<boolean>;
}

/** The fixture of a contract test: a harness with one new topic and one new group. */
export class BusFixture {
  topic = '';
  group = '';
  private harness: EventBusHarness | undefined;

  async open(harness: EventBusHarness): Promise<void> {
    this.harness = harness;
    this.topic = await harness.createTopic();
    this.group = newGroup();
  }

  get bus(): EventBus {
    return this.opened.bus;
  }

  /** Publishes to the topic of the fixture. */
  readonly publish = (...messages: Message[]) => this.bus.publish(this.topic, messages);

  /** Subscribes and collects deliveries; `options.handler` runs first. */
  readonly collect = async (options: Partial<SubscribeOptions> = {}): Promise<Collected> => {
    const received: Delivery[] = [];
    const subscription = await this.bus.subscribe({
      group: this.group,
      topics: [this.topic],
      retry: quickRetries,
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
    return this.opened.createTopic();
  }

  publishRaw(topic: string, key: string, text: string): Promise<void> {
    return this.opened.publishRaw(topic, key, text);
  }

  restart(): Promise<void> {
    return this.opened.restart();
  }

  crash(): Promise<void> {
    return this.opened.crash();
  }

  async close(): Promise<void> {
    await this.harness?.dispose();
    this.harness = undefined;
  }

  private get opened(): EventBusHarness {
    if (!this.harness) throw new Error('The fixture is not open.');
    return this.harness;
  }
}

/** The name of a group that no other test uses. */
export function newGroup(): string {
  return `group-${randomUUID()}`;
}
