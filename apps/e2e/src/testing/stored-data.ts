import type { MediaData } from './media-data.ts';

export type Row = Record<string, unknown>;

/** A message as it stands in its topic. */
export interface StoredMessage {
  readonly topic: string;
  readonly partition: number;
  readonly offset: number;
  readonly key: string;
  readonly id: string;
  readonly type: string;
  readonly subject: string;
  readonly data: Row;
}

/** What a group gave up. */
export interface StoredLetter {
  readonly group: string;
  readonly topic: string;
  readonly error: string;
}

/** What a product has stored, wherever that is. It only reads. */
export interface StoredData {
  /** Where its processes keep their files. */
  readonly dataDir: string;
  /** What the video host keeps. */
  readonly media: MediaData;
  /** All documents of a service, by collection. */
  documents(service: string): Promise<Readonly<Record<string, Row[]>>>;
  /** All that is retained of these topics; in order within a partition. What is no message has an empty type. */
  messages(topics: readonly string[]): Promise<StoredMessage[]>;
  /** What a group has still to deal with in a topic. */
  lag(group: string, topic: string): Promise<number>;
  deadLetters(): Promise<StoredLetter[]>;
}
