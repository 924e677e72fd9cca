import type { Logger } from '../../logging/logger.ts';
import type { DeadLetter, EventBus, Subscription } from '../event-bus.ts';
import { EventBusClosedError } from '../event-errors.ts';

export interface KafkaEventBusOptions {
  readonly brokers: readonly string[];
  readonly clientId: string;
  readonly logger: Logger;
  readonly deadLetterTopic?: string;
  readonly closeTimeout?: number;
}

export class KafkaEventBus implements EventBus {
  constructor(readonly options: KafkaEventBusOptions) {}
  publish(): Promise<void> {
    return Promise.reject(new EventBusClosedError());
  }
  subscribe(): Promise<Subscription> {
    return Promise.reject(new EventBusClosedError());
  }
  deadLetters(): Promise<DeadLetter[]> {
    return Promise.reject(new EventBusClosedError());
  }
  replayDeadLetters(): Promise<number> {
    return Promise.reject(new EventBusClosedError());
  }
  replay(): Promise<void> {
    return Promise.reject(new EventBusClosedError());
  }
  close(): Promise<void> {
    return Promise.resolve();
  }
}
