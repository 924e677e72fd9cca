import { isCommandType, type MessageType } from '@vault/contracts';
import type { EventBus, Subscription } from '../events/event-bus.ts';
import type { MessageObserver } from '../messaging/message-observer.ts';
import type { Metrics } from './metrics.ts';

interface MessageMetrics extends MessageObserver {
  /** Lets each series of a group begin at 0, so that its first rise is one. */
  expect(group: string, types: readonly MessageType[]): void;
}

const outcomesOfEvents = ['done', 'retried', 'dead'] as const;
const outcomesOfCommands = [...outcomesOfEvents, 'refused', 'failed', 'late'] as const;

/** Counts messages that handlers took. */
export function messageMetrics(metrics: Metrics): MessageMetrics {
  const handled = metrics.counter({
    name: 'messages_handled_total',
    help: 'Tries to handle a message: done, refused, failed or late (commands alone), retried, dead (given up).',
    labels: ['group', 'type', 'outcome'],
  });
  const durations = metrics.histogram({
    name: 'message_handling_duration_seconds',
    help: 'Time that one try to handle a message took.',
    labels: ['group', 'type'],
  });
  return {
    expect(group, types) {
      for (const type of types)
        for (const outcome of isCommandType(type) ? outcomesOfCommands : outcomesOfEvents)
          handled.add({ group, type, outcome }, 0);
    },
    observe({ group, type, outcome, seconds }) {
      handled.add({ group, type, outcome });
      durations.observe({ group, type }, seconds);
    },
  };
}

/** A group of this process that reads topics. */
export interface Consumer {
  readonly group: string;
  readonly topics: readonly string[];
  readonly subscription: Subscription;
}

/** Tells how far behind the consumers of this process are, and whether they work. */
export function consumerMetrics(metrics: Metrics, consumers: readonly Consumer[]): void {
  for (const { group, topics, subscription } of consumers) {
    for (const topic of topics) {
      metrics.read({
        name: 'consumer_lag',
        help: 'Messages of a topic that a group has still to deal with, those waiting for another try included.',
        labels: ['group', 'topic'],
        read: async () => [{ labels: { group, topic }, value: await subscription.lag(topic) }],
      });
    }
    consumerHealth(metrics, group, () => subscription.isHealthy);
  }
}

/** Shows whether the member of a group in this process works. */
export function consumerHealth(metrics: Metrics, group: string, isHealthy: () => boolean): void {
  metrics.read({
    name: 'consumer_healthy',
    help: '1 while the member of a group in this process can read and commit.',
    labels: ['group'],
    read: () => [{ labels: { group }, value: isHealthy() ? 1 : 0 }],
  });
}

/** Shows whether messages can be published. */
export function producerMetrics(metrics: Metrics, bus: Pick<EventBus, 'isAway'>): void {
  metrics.read({
    name: 'producer_healthy',
    help: '0 while it is known that this process can publish nothing.',
    read: () => [{ labels: {}, value: bus.isAway ? 0 : 1 }],
  });
}

/** Counts the messages that a group of this process gives up, from 0 on for each of its topics. */
export function deadLetterMetrics(
  metrics: Metrics,
  group: string,
  topics: readonly string[],
): (topic: string) => void {
  const letters = metrics.counter({
    name: 'dead_letters_total',
    help: 'Messages that a group of this process gave up.',
    labels: ['group', 'topic'],
  });
  for (const topic of topics) letters.add({ group, topic }, 0);
  return (topic) => letters.add({ group, topic });
}
