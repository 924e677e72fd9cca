import type { DeadLetter, DeadLetterFilter, DeadLetterPage } from '../event-bus.ts';
import { MessageTooLargeError } from '../event-errors.ts';
import type { GivenUp } from './dead-letter-record.ts';
import { fromLetter, isCut, matchesFilter, toLetter, toReplay } from './dead-letter-record.ts';
import type { Bounds, KafkaRecord, NewRecord } from './kafka-types.ts';
import type { KafkaOperator } from './kafka-operator.ts';
import { nameOf } from './start-offsets.ts';
import type { TopicReader } from './topic-reader.ts';

/** Letters that are read and given back at a time. */
const AT_A_TIME = 50;
/** What a letter is cut to when the topic's own limit is lower than usual. */
const SMALL_LETTER = 100_000;

export interface DeadLetterOptions {
  topic: string;
  operator: KafkaOperator;
  openReader: () => TopicReader;
  publish: (topic: string, records: readonly NewRecord[]) => Promise<void>;
}

/** Where a letter stands. */
interface Place {
  partition: number;
  offset: number;
}

/** What groups gave up, as a compacted topic: a record per letter, a tombstone for each that was given back. */
export class DeadLetterTopic {
  readonly #options: DeadLetterOptions;

  constructor(options: DeadLetterOptions) {
    this.#options = options;
  }

  /** Resolves when the letter is durable. */
  async add(givenUp: GivenUp): Promise<void> {
    const { topic, publish } = this.#options;
    try {
      await publish(topic, [toLetter(givenUp)]);
    } catch (error) {
      if (!(error instanceof MessageTooLargeError)) throw error;
      await publish(topic, [toLetter(givenUp, SMALL_LETTER)]);
    }
  }

  list(filter: DeadLetterFilter, { after = '', limit = 100 }: DeadLetterPage): Promise<DeadLetter[]> {
    return this.#reading(async (reader) => {
      const places = await this.#find(reader, filter);
      const ids = [...places.keys()].filter((id) => id > after).sort();
      const page = new Set(ids.slice(0, Math.min(Math.max(limit, 1), 100)));
      const records = await this.#fetch(reader, page, places);
      return records.map(fromLetter).filter((letter) => letter !== undefined);
    });
  }

  count(filter: DeadLetterFilter): Promise<number> {
    return this.#reading(async (reader) => (await this.#find(reader, filter)).size);
  }

  /** Gives letters back to their groups, oldest first. Letters that were cut stay: only a part of them is there. */
  replay(filter: DeadLetterFilter): Promise<number> {
    return this.#reading(async (reader) => {
      const places = await this.#find(reader, filter);
      const ids = [...places.keys()].sort();
      let count = 0;
      for (let start = 0; start < ids.length; start += AT_A_TIME) {
        const some = new Set(ids.slice(start, start + AT_A_TIME));
        count += await this.#giveBack(await this.#fetch(reader, some, places));
      }
      return count;
    });
  }

  async #giveBack(letters: readonly KafkaRecord[]): Promise<number> {
    const { topic, publish } = this.#options;
    const whole = letters.filter(({ headers }) => !isCut(headers));
    for (const letter of whole) {
      const origin = fromLetter(letter)?.topic;
      if (origin === undefined) continue;
      await publish(origin, [toReplay(letter)]);
      // Right after it: a failure in between gives one letter back twice, not many.
      await publish(topic, [{ key: letter.key, value: null, headers: {} }]);
    }
    return whole.length;
  }

  /** Ids of the letters that are there, and where; bodies are read later, when it is known which are wanted. */
  async #find(reader: TopicReader, filter: DeadLetterFilter): Promise<Map<string, Place>> {
    const { topic, operator } = this.#options;
    const places = new Map<string, Place>();
    await reader.read(await operator.bounds([topic]), (record) => {
      const { key, value, partition, offset } = record;
      if (value === null) places.delete(key);
      else if (matchesFilter(record, filter)) places.set(key, { partition, offset });
    });
    return places;
  }

  /** @returns the letters of these ids, oldest first */
  async #fetch(reader: TopicReader, ids: ReadonlySet<string>, places: ReadonlyMap<string, Place>) {
    const records = new Map<string, KafkaRecord>();
    await reader.read(this.#rangesOf(ids, places), (record) => {
      if (ids.has(record.key) && record.value !== null) records.set(record.key, record);
    });
    return [...records.keys()].sort().map((id) => records.get(id) as KafkaRecord);
  }

  #rangesOf(ids: ReadonlySet<string>, places: ReadonlyMap<string, Place>): Bounds[] {
    const ranges = new Map<string, Bounds>();
    for (const id of ids) {
      const place = places.get(id);
      if (!place) continue;
      const { partition, offset } = place;
      const name = nameOf({ topic: this.#options.topic, partition });
      const { low = offset, high = offset + 1 } = ranges.get(name) ?? {};
      ranges.set(name, {
        topic: this.#options.topic,
        partition,
        low: Math.min(low, offset),
        high: Math.max(high, offset + 1),
      });
    }
    return [...ranges.values()];
  }

  async #reading<T>(work: (reader: TopicReader) => Promise<T>): Promise<T> {
    // Says in time when there is no such topic.
    await this.#options.operator.bounds([this.#options.topic]);
    const reader = this.#options.openReader();
    try {
      await reader.open();
      return await work(reader);
    } finally {
      await reader.close();
    }
  }
}
