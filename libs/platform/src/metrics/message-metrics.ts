import { isCommandType, type MessageType } from '@vault/contracts';
import type { EventBus, Subscription } from '../events/event-bus.ts';
import type { MessageObserver } from '../messaging/message-observer.ts';
import type { Metrics } from './metrics.ts';

interface MessageMetrics extends MessageObserver {
  /** Starts each series of a group at 0, so that the first message is an increase. */
  expect(group: string, types: readonly MessageType[]): void;
}

const outcomesOfEvents = ['done', 'retried', 'dead'] as const;
const outcomesOfCommands = [...outcomesOfEvents, 'refused', 'failed', 'late'] as const;

/** Counts the attempts of handlers. */
export function messageMetrics(metrics: Metrics): MessageMetrics {
  const handled = metrics.counter({
    name: 'messages_handled_total',
    help: 'Attempts to handle a message: done, refused, failed or late (only commands), retried, dead (letter).',
    labels: ['group', 'type', 'outcome'],
  });
  const durations = metrics.histogram({
    name: 'message_handling_duration_seconds',
    help: 'Duration of one attempt to handle a message.',
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

/** Reports the lag of the consumers of this process, and whether they work. */
export function consumerMetrics(metrics: Metrics, consumers: readonly Consumer[]): void {
  for (const { group, topics, subscription } of consumers) {
    for (const topic of topics) {
      metrics.read({
        name: 'consumer_lag',
        help: 'Messages of a topic that a group has not handled, including those that wait for a retry.',
        labels: ['group', 'topic'],
        read: async () => [{ labels: { group, topic }, value: await subscription.lag(topic) }],
      });
    }
    consumerHealth(metrics, group, () => subscription.isHealthy);
  }
}

/** Reports whether the member of a group in this process works. */
export function consumerHealth(metrics: Metrics, group: string, isHealthy: () => boolean): void {
  metrics.read({
    name: 'consumer_healthy',
    help: '1 while the member of a group in this process can read and commit.',
    labels: ['group'],
    read: () => [{ labels: { group }, value: isHealthy() ? 1 : 0 }],
  });
}

/** Reports whether messages can be published. */
export function producerMetrics(metrics: Metrics, bus: Pick<EventBus, 'isUnavailable'>): void {
  metrics.read({
    name: 'producer_healthy',
    help: '0 while it is known that this process cannot publish.',
    read: () => [{ labels: {}, value: bus.isUnavailable ? 0 : 1 }],
  });
}

/** Counts the dead letters of a group in this process, starting at 0 for each of its topics. */
export function deadLetterMetrics(
  metrics: Metrics,
  group: string,
  topics: readonly string[],
): (topic: string) => void {
  const letters = metrics.counter({
    name: 'dead_letters_total',
    help: 'Dead letters of a group in this process.',
    labels: ['group', 'topic'],
  });
  for (const topic of topics) letters.add({ group, topic }, 0);
  return (topic) => letters.add({ group, topic });
}
