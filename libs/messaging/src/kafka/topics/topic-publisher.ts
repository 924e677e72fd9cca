import { setTimeout as sleep } from 'node:timers/promises';
import { endsWithin, withinTime } from '@vault/base';
import { EventBusClosedError, MessageTooLargeError } from '../../events/event-errors.ts';
import { sizeOf } from './cloud-event-record.ts';
import { kafkaErrorType } from '../connection/kafka-error.ts';
import type { NewRecord, RecordProducer } from '../connection/kafka-types.ts';
import { noSuchTopic } from '../connection/no-such-topic.ts';
import { refusalOf } from '../connection/refusal.ts';
import type { ThrottledOutageLog } from '../connection/throttled-outage-log.ts';

/** Maximum size of a request: brokers accept 1 MiB per partition by default, and one message may be nearly as large. */
const requestBytes = 1_000_000;
const requestRecords = 1000;
/** Pauses between attempts. */
const firstPauseMs = 50;
const maxPauseMs = 1000;
const closeWithinMs = 2000;
/** After this time an unanswered request triggers a probe of the brokers. */
const suspectAfterMs = 2000;

/** The number and size of waiting messages of all topics, with their limits. */
export interface Waiting {
  messages: number;
  bytes: number;
  readonly maxMessages: number;
  readonly maxBytes: number;
}

export interface TopicPublisherOptions {
  topic: string;
  open: () => Promise<RecordProducer>;
  /** Milliseconds after which a call rejects. */
  deadline: number;
  waiting: Waiting;
  outage: ThrottledOutageLog;
}

interface Call {
  left: number;
  resolve: () => void;
  reject: (error: Error) => void;
  isSettled: boolean;
}

interface Item {
  record: NewRecord;
  bytes: number;
  call: Call;
}

/**
 * Appends to one topic, one request at a time: with two at once, the second could take the sequence number of a failed
 * first. Records added in one turn of the event loop, or while a request runs, share the next request.
 * After a failure it is unknown which records were appended, so the producer is replaced and all are repeated.
 */
export class TopicPublisher {
  private readonly options: TopicPublisherOptions;
  private queue: Item[] = [];
  private producer: RecordProducer | undefined;
  private running: Promise<void> | undefined;
  private lastError: unknown;
  private isClosed = false;

  constructor(options: TopicPublisherOptions) {
    this.options = options;
  }

  /** @throws when the queue is full, the topic does not exist, or the deadline passes; some records may be appended */
  add(records: readonly NewRecord[]): Promise<void> {
    if (this.isClosed) return Promise.reject(new EventBusClosedError());
    const sized = records.map((record) => ({ record, bytes: sizeOf(record) }));
    if (!this.admit(sized)) return Promise.reject(new Error('Too many messages are waiting for Kafka.'));
    return new Promise((resolve, reject) => {
      const call: Call = { left: records.length, resolve, reject, isSettled: false };
      const timer = setTimeout(() => this.fail(call, this.late()), this.options.deadline);
      call.resolve = () => {
        clearTimeout(timer);
        resolve();
      };
      call.reject = (error) => {
        clearTimeout(timer);
        reject(error);
      };
      if (records.length === 0) call.resolve();
      for (const each of sized) this.queue.push({ ...each, call });
      this.running ??= this.run();
    });
  }

  /** Sends waiting records for at most `timeoutMs` milliseconds, then rejects the rest. */
  async close(timeoutMs: number): Promise<void> {
    this.isClosed = true;
    if (this.running) await endsWithin(this.running, timeoutMs);
    for (const { call } of this.queue) this.fail(call, new EventBusClosedError());
    if (this.producer) await endsWithin(this.producer.close(), closeWithinMs);
  }

  private async run(): Promise<void> {
    let pause = firstPauseMs;
    await new Promise(setImmediate);
    for (let batch = this.take(); batch.length > 0; batch = this.take()) {
      try {
        await this.send(batch);
        pause = firstPauseMs;
      } catch (error) {
        this.lastError = error;
        if (this.giveUp(batch, error)) continue;
        this.queue = [...batch, ...this.queue];
        this.options.outage.begin(error);
        await sleep(pause);
        pause = Math.min(maxPauseMs, pause * 2);
      }
    }
    this.running = undefined;
  }

  private async send(batch: readonly Item[]): Promise<void> {
    const { deadline, open, outage } = this.options;
    const slow = setTimeout(() => outage.suspect(), suspectAfterMs);
    try {
      this.producer ??= await this.openWithin(open, deadline);
      const sent = this.producer.send(batch.map(({ record }) => record));
      await withinTime(sent, deadline, () => new Error('Kafka did not answer.'));
    } catch (error) {
      this.producer?.close().catch(() => undefined);
      this.producer = undefined;
      throw error;
    } finally {
      clearTimeout(slow);
    }
    outage.end();
    for (const item of batch) this.settle(item);
  }

  private async openWithin(open: () => Promise<RecordProducer>, timeoutMs: number): Promise<RecordProducer> {
    let isLate = false;
    const opening = open();
    // A producer that opens too late is closed.
    opening.then((producer) => (isLate ? producer.close() : undefined)).catch(() => undefined);
    return withinTime(opening, timeoutMs, () => {
      isLate = true;
      return new Error('Kafka cannot be reached.');
    });
  }

  /** The next batch in order, without records whose call has already failed. */
  private take(): Item[] {
    const batch: Item[] = [];
    let bytes = 0;
    let index = 0;
    for (; index < this.queue.length && batch.length < requestRecords; index += 1) {
      const item = this.queue[index] as Item;
      if (item.call.isSettled) {
        this.release(item);
        continue;
      }
      if (batch.length > 0 && bytes + item.bytes > requestBytes) break;
      bytes += item.bytes;
      batch.push(item);
    }
    this.queue.splice(0, index);
    return batch;
  }

  /** Fails the calls of a request whose error is permanent. @returns whether it was permanent */
  private giveUp(batch: readonly Item[], cause: unknown): boolean {
    const error = this.finalError(cause);
    if (!error) return false;
    // A missing right is reported, and other permanent errors only to the caller.
    if (refusalOf(cause)) this.options.outage.begin(cause);
    for (const item of batch) {
      this.fail(item.call, error);
      this.release(item);
    }
    return true;
  }

  private finalError(cause: unknown): Error | undefined {
    const { topic } = this.options;
    const type = kafkaErrorType(cause);
    if (type === 'UNKNOWN_TOPIC_OR_PARTITION') return noSuchTopic(topic, cause);
    if (type === 'MESSAGE_TOO_LARGE' || type === 'RECORD_LIST_TOO_LARGE')
      return new MessageTooLargeError(`Kafka accepts no message of this size in ${topic}.`, { cause });
    if (refusalOf(cause)?.kind === 'right')
      return new Error(`This process may not write to the topic ${topic}.`, { cause });
    return undefined;
  }

  private late(): Error {
    const { topic, deadline } = this.options;
    return new Error(`Kafka did not accept the messages for ${topic} within ${String(deadline)} ms.`, {
      cause: this.lastError,
    });
  }

  private admit(items: readonly { bytes: number }[]): boolean {
    const { waiting } = this.options;
    const bytes = items.reduce((sum, item) => sum + item.bytes, 0);
    const isFull =
      waiting.messages + items.length > waiting.maxMessages || waiting.bytes + bytes > waiting.maxBytes;
    if (isFull && waiting.messages > 0) return false;
    waiting.messages += items.length;
    waiting.bytes += bytes;
    return true;
  }

  private settle(item: Item): void {
    this.release(item);
    item.call.left -= 1;
    if (item.call.left > 0 || item.call.isSettled) return;
    item.call.isSettled = true;
    item.call.resolve();
  }

  private fail(call: Call, error: Error): void {
    if (call.isSettled) return;
    call.isSettled = true;
    call.reject(error);
  }

  private release({ bytes }: Item): void {
    this.options.waiting.messages -= 1;
    this.options.waiting.bytes -= bytes;
  }
}
