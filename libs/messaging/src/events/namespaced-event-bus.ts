import type {
  DeadLetter,
  DeadLetterFilter,
  DeadLetterPage,
  EventBus,
  SubscribeOptions,
  Subscription,
} from './event-bus.ts';
import type { Message } from './message.ts';

/** Prefixes the topics and groups of another bus with a namespace, so that several installations can share a server. */
export class NamespacedEventBus implements EventBus {
  private readonly prefix: string;

  constructor(
    private readonly bus: EventBus,
    namespace: string,
  ) {
    this.prefix = `${namespace}.`;
  }

  get isUnavailable(): boolean {
    return this.bus.isUnavailable;
  }

  get isRefused(): boolean {
    return this.bus.isRefused;
  }

  publish(topic: string, messages: readonly Message[]): Promise<void> {
    return this.bus.publish(this.add(topic), messages);
  }

  async subscribe(options: SubscribeOptions): Promise<Subscription> {
    const { group, topics, handler, onDeadLetter, perProcessPrefix } = options;
    const subscription = await this.bus.subscribe({
      ...options,
      group: this.add(group),
      topics: topics.map((topic) => this.add(topic)),
      handler: (delivery) => handler({ ...delivery, topic: this.remove(delivery.topic) }),
      ...(perProcessPrefix !== undefined && { perProcessPrefix: this.add(perProcessPrefix) }),
      ...(onDeadLetter && { onDeadLetter: (topic: string) => onDeadLetter(this.remove(topic)) }),
    });
    return {
      close: () => subscription.close(),
      started: subscription.started,
      lag: (topic) => subscription.lag(topic === undefined ? undefined : this.add(topic)),
      get isHealthy() {
        return subscription.isHealthy;
      },
    };
  }

  async deadLetters(filter?: DeadLetterFilter, page?: DeadLetterPage): Promise<DeadLetter[]> {
    const letters = await this.bus.deadLetters(this.addToFilter(filter), page);
    return letters.map((letter) => ({
      ...letter,
      group: this.remove(letter.group),
      topic: this.remove(letter.topic),
    }));
  }

  replayDeadLetters(filter?: DeadLetterFilter): Promise<number> {
    return this.bus.replayDeadLetters(this.addToFilter(filter));
  }

  replay(group: string, topic: string, fromOffset: number): Promise<void> {
    return this.bus.replay(this.add(group), this.add(topic), fromOffset);
  }

  close(): Promise<void> {
    return this.bus.close();
  }

  private add(name: string): string {
    return `${this.prefix}${name}`;
  }

  private remove(name: string): string {
    return name.startsWith(this.prefix) ? name.slice(this.prefix.length) : name;
  }

  private addToFilter({ group, topic, ...rest }: DeadLetterFilter = {}): DeadLetterFilter {
    return {
      ...rest,
      ...(group === undefined ? {} : { group: this.add(group) }),
      ...(topic === undefined ? {} : { topic: this.add(topic) }),
    };
  }
}
