import { endsWithin, type RetryPolicy, backOff } from '@vault/base';
import type { Delivery, SubscribeOptions } from '../events/event-bus.ts';
import { defaultDeadlineMs } from '../events/run-handler.ts';
import { RunningHandlers } from '../events/running-handlers.ts';

/** One subscription within its group: counts its running handlers and knows whether it can take more. */
export class Member {
  readonly group: string;
  readonly topics: ReadonlySet<string>;
  /** The group belongs to one process: it keeps no dead letters. */
  readonly isPerProcess: boolean;
  readonly handler: (delivery: Delivery) => Promise<void>;
  readonly retry: RetryPolicy;
  readonly handlerDeadlineMs: number;
  readonly onGivenUp: SubscribeOptions['onGivenUp'];
  readonly onDeadLetter: (topic: string) => void;
  private readonly concurrency: number;
  private readonly closing = new AbortController();
  private readonly handlers = new RunningHandlers();

  constructor(options: SubscribeOptions) {
    const { group, topics, handler, retry = backOff(), concurrency = 8 } = options;
    this.group = group;
    this.topics = new Set(topics);
    this.isPerProcess = options.perProcessPrefix !== undefined;
    this.handler = handler;
    this.retry = retry;
    this.handlerDeadlineMs = options.handlerDeadlineMs ?? defaultDeadlineMs;
    this.onGivenUp = options.onGivenUp;
    this.onDeadLetter = options.onDeadLetter ?? (() => undefined);
    this.concurrency = Math.max(1, concurrency);
  }

  /** Aborted when the member ends. */
  get signal(): AbortSignal {
    return this.closing.signal;
  }

  /** Number of running handlers. */
  get running(): number {
    return this.handlers.count;
  }

  hasRoomFor(topic: string): boolean {
    return !this.signal.aborted && this.running < this.concurrency && this.topics.has(topic);
  }

  /** A handler starts; call the result when it has ended. */
  begin(): () => void {
    return this.handlers.begin();
  }

  /** Takes no more messages and waits at most `timeoutMs` for running handlers. @returns whether all ended */
  async end(timeoutMs: number): Promise<boolean> {
    this.closing.abort();
    return endsWithin(this.handlers.idle(), timeoutMs);
  }
}
