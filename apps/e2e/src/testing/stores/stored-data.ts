import type { MediaData } from './media-data.ts';

export type Row = Record<string, unknown>;

/** A message in its topic. */
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

/** A message that a consumer group gave up. */
export interface StoredDeadLetter {
  readonly group: string;
  readonly topic: string;
  readonly error: string;
}

/** Read access to the stored data of a product, in files or on servers. */
export interface StoredData {
  /** The folder of its processes' files. */
  readonly dataDir: string;
  /** The data of the video host. */
  readonly media: MediaData;
  /** All documents of a service, by collection. */
  documents(service: string): Promise<Readonly<Record<string, Row[]>>>;
  /** All retained messages of these topics, in order within a partition. An invalid record has an empty type. */
  messages(topics: readonly string[]): Promise<StoredMessage[]>;
  /** The number of messages of a topic that a group has not processed. */
  lag(group: string, topic: string): Promise<number>;
  deadLetters(): Promise<StoredDeadLetter[]>;
}
