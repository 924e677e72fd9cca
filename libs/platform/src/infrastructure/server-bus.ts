import { deadLettersTopic } from '@vault/contracts';
import { type EventBus, NamespacedEventBus } from '@vault/messaging';
import { type KafkaSecurity, KafkaEventBus } from '@vault/messaging/kafka';
import type { Logger } from '@vault/base';

/** Maximum wait for running message handlers when the process stops, in milliseconds. */
const handlersWithinMs = 5_000;

export interface ServerBusOptions {
  readonly brokers: string[];
  readonly security: KafkaSecurity;
  readonly namespace: string | undefined;
  readonly clientId: string;
  readonly logger: Logger;
  /** Milliseconds without a heartbeat after which other members take over; by default the adapter's. */
  readonly sessionTimeout?: number;
}

/** The event bus on Kafka, within the installation's namespace. */
export function createServerBus({ namespace, ...options }: ServerBusOptions): EventBus {
  const deadLetterTopic = namespace === undefined ? deadLettersTopic : `${namespace}.${deadLettersTopic}`;
  // Do not wait for groups to join: the process serves before, and commands wait until their outcome group has begun.
  const times = { closeTimeout: handlersWithinMs, joinTimeout: 0 };
  const kafka = new KafkaEventBus({ ...options, deadLetterTopic, ...times });
  return namespace === undefined ? kafka : new NamespacedEventBus(kafka, namespace);
}
