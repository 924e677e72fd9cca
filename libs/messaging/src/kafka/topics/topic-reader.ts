import { randomUUID } from 'node:crypto';
import { endsWithin, withinTime } from '@vault/base';
import type { KafkaClient } from '../connection/kafka-client.ts';
import type { KafkaAdmin } from '../connection/kafka-admin.ts';
import { briefMember } from '../connection/kafka-types.ts';
import type { Bounds, KafkaRecord, RecordBatch, RecordConsumer } from '../connection/kafka-types.ts';
import { nameOf } from './start-offsets.ts';

const joinWithinMs = 20_000;
const readWithinMs = 60_000;
const leaveWithinMs = 3000;

/** Reads ranges of a topic once, with its own temporary group. */
export class TopicReader {
  private readonly topic: string;
  private readonly group: string;
  private readonly admin: KafkaAdmin;
  private readonly consumer: RecordConsumer;
  private readonly joined = Promise.withResolvers<undefined>();
  /** The end offset (exclusive) of each partition that is not fully read yet. */
  private readonly endOffsets = new Map<string, number>();
  private onRecord: (record: KafkaRecord) => void = () => undefined;
  private finished = Promise.withResolvers<undefined>();

  /** @param readers the prefix of the group's name, which the account must be allowed to use */
  constructor(topic: string, client: KafkaClient, admin: KafkaAdmin, readers = topic) {
    this.topic = topic;
    this.group = `${readers}.reader-${randomUUID()}`.slice(-249);
    this.admin = admin;
    this.consumer = client.openConsumer(
      { ...briefMember, group: this.group, topics: [topic] },
      {
        onJoined: ({ assignment }) => {
          for (const partition of assignment[topic] ?? []) this.consumer.pause(topic, partition);
          this.joined.resolve(undefined);
        },
        onDown: (error) => this.fail(error),
        onBatch: (batch) => this.receive(batch),
      },
    );
    this.joined.promise.catch(() => undefined);
    this.finished.promise.catch(() => undefined);
  }

  async open(): Promise<void> {
    this.consumer.start().catch((error: unknown) => this.fail(error));
    await withinTime(this.joined.promise, joinWithinMs, () => new Error(`${this.topic} cannot be read now.`));
  }

  /** Reads from `low` to before `high` of each range. */
  async read(ranges: readonly Bounds[], onRecord: (record: KafkaRecord) => void): Promise<void> {
    const full = ranges.filter(({ low, high }) => low < high);
    if (full.length === 0) return;
    this.finished = Promise.withResolvers<undefined>();
    this.onRecord = onRecord;
    for (const range of full) {
      const { topic, partition, low, high } = range;
      this.endOffsets.set(nameOf(range), high);
      this.consumer.seek({ topic, partition, offset: low });
      this.consumer.resume(topic, partition);
    }
    await withinTime(
      this.finished.promise,
      readWithinMs,
      () => new Error(`${this.topic} was not read in time.`),
    );
  }

  async close(): Promise<void> {
    await endsWithin(this.consumer.close(), leaveWithinMs);
    await endsWithin(this.admin.deleteGroup(this.group), leaveWithinMs);
  }

  private receive(batch: RecordBatch): number | undefined {
    const { topic, partition, records } = batch;
    const end = this.endOffsets.get(nameOf(batch));
    const last = records.at(-1)?.offset;
    if (end === undefined || last === undefined) return undefined;
    for (const record of records) if (record.offset < end) this.onRecord(record);
    if (last >= end - 1) {
      this.endOffsets.delete(nameOf(batch));
      this.consumer.pause(topic, partition);
    }
    if (this.endOffsets.size === 0) this.finished.resolve(undefined);
    return last;
  }

  private fail(error: unknown): void {
    this.joined.reject(error);
    this.finished.reject(error);
  }
}
