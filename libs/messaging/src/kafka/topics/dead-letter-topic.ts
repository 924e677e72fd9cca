import type { DeadLetter, DeadLetterFilter, DeadLetterPage } from '../../events/event-bus.ts';
import { MessageTooLargeError } from '../../events/event-errors.ts';
import type { GivenUp } from './dead-letter-record.ts';
import { fromLetter, isCut, matchesFilter, toLetter, toReplay } from './dead-letter-record.ts';
import type { Bounds, KafkaRecord, NewRecord } from '../connection/kafka-types.ts';
import type { KafkaAdmin } from '../connection/kafka-admin.ts';
import { nameOf } from './start-offsets.ts';
import type { TopicReader } from './topic-reader.ts';

/** Number of letters replayed per batch. */
const batchSize = 50;
/** The size, in bytes, of a truncated letter if the topic's limit is lower than the default. */
const smallLetterBytes = 100_000;

export interface DeadLetterOptions {
  topic: string;
  admin: KafkaAdmin;
  openReader: () => TopicReader;
  publish: (topic: string, records: readonly NewRecord[]) => Promise<void>;
}

/** The position of a letter in the topic. */
interface Position {
  partition: number;
  offset: number;
}

/** Dead letters in a compacted topic: one record per letter, and a tombstone for each replayed one. */
export class DeadLetterTopic {
  private readonly options: DeadLetterOptions;

  constructor(options: DeadLetterOptions) {
    this.options = options;
  }

  /** Resolves when the letter is durable. */
  async add(givenUp: GivenUp): Promise<void> {
    const { topic, publish } = this.options;
    try {
      await publish(topic, [toLetter(givenUp)]);
    } catch (error) {
      if (!(error instanceof MessageTooLargeError)) throw error;
      await publish(topic, [toLetter(givenUp, smallLetterBytes)]);
    }
  }

  list(filter: DeadLetterFilter, { after = '', limit = 100 }: DeadLetterPage): Promise<DeadLetter[]> {
    return this.reading(async (reader) => {
      const positions = await this.find(reader, filter);
      const ids = [...positions.keys()].filter((id) => id > after).sort();
      const page = new Set(ids.slice(0, Math.min(Math.max(limit, 1), 100)));
      const records = await this.fetch(reader, page, positions);
      return records.map(fromLetter).filter((letter) => letter !== undefined);
    });
  }

  /** Delivers letters to their groups again, oldest first. Truncated letters are not replayed. */
  replay(filter: DeadLetterFilter): Promise<number> {
    return this.reading(async (reader) => {
      const positions = await this.find(reader, filter);
      const ids = [...positions.keys()].sort();
      let count = 0;
      for (let start = 0; start < ids.length; start += batchSize) {
        const some = new Set(ids.slice(start, start + batchSize));
        count += await this.replayAll(await this.fetch(reader, some, positions));
      }
      return count;
    });
  }

  private async replayAll(letters: readonly KafkaRecord[]): Promise<number> {
    const { topic, publish } = this.options;
    const whole = letters.filter(({ headers }) => !isCut(headers));
    for (const letter of whole) {
      const origin = fromLetter(letter)?.topic;
      if (origin === undefined) continue;
      await publish(origin, [toReplay(letter)]);
      // One letter at a time: a failure in between replays one letter twice, not many.
      await publish(topic, [{ key: letter.key, value: null, headers: {} }]);
    }
    return whole.length;
  }

  /** Positions of the matching letters by id; the caller reads the bodies of those it needs. */
  private async find(reader: TopicReader, filter: DeadLetterFilter): Promise<Map<string, Position>> {
    const { topic, admin } = this.options;
    const positions = new Map<string, Position>();
    await reader.read(await admin.bounds([topic]), (record) => {
      const { key, value, partition, offset } = record;
      if (value === null) positions.delete(key);
      else if (matchesFilter(record, filter)) positions.set(key, { partition, offset });
    });
    return positions;
  }

  /** @returns the letters of these ids, oldest first */
  private async fetch(
    reader: TopicReader,
    ids: ReadonlySet<string>,
    positions: ReadonlyMap<string, Position>,
  ) {
    const records = new Map<string, KafkaRecord>();
    await reader.read(this.rangesOf(ids, positions), (record) => {
      if (ids.has(record.key) && record.value !== null) records.set(record.key, record);
    });
    return [...records.keys()].sort().map((id) => records.get(id) as KafkaRecord);
  }

  private rangesOf(ids: ReadonlySet<string>, positions: ReadonlyMap<string, Position>): Bounds[] {
    const ranges = new Map<string, Bounds>();
    for (const id of ids) {
      const position = positions.get(id);
      if (!position) continue;
      const { partition, offset } = position;
      const name = nameOf({ topic: this.options.topic, partition });
      const { low = offset, high = offset + 1 } = ranges.get(name) ?? {};
      ranges.set(name, {
        topic: this.options.topic,
        partition,
        low: Math.min(low, offset),
        high: Math.max(high, offset + 1),
      });
    }
    return [...ranges.values()];
  }

  private async reading<T>(work: (reader: TopicReader) => Promise<T>): Promise<T> {
    // Fails early if the topic does not exist.
    await this.options.admin.bounds([this.options.topic]);
    const reader = this.options.openReader();
    try {
      await reader.open();
      return await work(reader);
    } finally {
      await reader.close();
    }
  }
}
