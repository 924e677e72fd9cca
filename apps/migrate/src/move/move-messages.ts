import { deadLettersTopic } from '@vault/contracts';
import { sizeOf, toRecord, forGroup, toLetter, type NewRecord } from '@vault/messaging/kafka';
import { PoisonMessageError, decodeMessage } from '@vault/messaging';
import type { OutstandingReader, OutstandingRecord, StoredLetter } from '@vault/messaging/embedded';

/** Brokers accept 1 MiB in a request by default. */
const maxBatch = { records: 200, bytes: 900_000 };

export interface MoveMessagesOptions {
  readonly log: Pick<OutstandingReader, 'messages' | 'letters'>;
  /** The groups that keep their progress when no process runs. */
  readonly groups: readonly string[];
  /** The name of a topic or group on the brokers. */
  readonly nameOf: (name: string) => string;
  /** Resolves when the records are durable. */
  readonly append: (topic: string, records: readonly NewRecord[]) => Promise<void>;
}

export interface MovedMessages {
  readonly messages: number;
  readonly letters: number;
}

/**
 * Appends what each group has not handled, addressed to this group alone: other groups have handled it. A repeated run
 * appends the same ids again, which consumers recognise.
 */
export async function moveMessages(options: MoveMessagesOptions): Promise<MovedMessages> {
  const { log, groups } = options;
  const batch = new RecordBatch(options);
  let [messages, letters] = [0, 0];
  for (const record of log.messages(groups)) {
    await batch.add(options.nameOf(record.topic), addressed(record, options));
    messages += 1;
  }
  for (const letter of log.letters(groups)) {
    await batch.add(options.nameOf(deadLettersTopic), letterOf(letter, options));
    letters += 1;
  }
  await batch.flush();
  return { messages, letters };
}

/** Records of one topic that are appended together. */
class RecordBatch {
  private topic = '';
  private records: NewRecord[] = [];
  private bytes = 0;

  constructor(private readonly options: Pick<MoveMessagesOptions, 'append'>) {}

  async add(topic: string, record: NewRecord): Promise<void> {
    const bytes = sizeOf(record);
    const isFull = this.records.length >= maxBatch.records || this.bytes + bytes > maxBatch.bytes;
    if (topic !== this.topic || isFull) await this.flush();
    this.topic = topic;
    this.records.push(record);
    this.bytes += bytes;
  }

  async flush(): Promise<void> {
    if (this.records.length > 0) await this.options.append(this.topic, this.records);
    [this.records, this.bytes] = [[], 0];
  }
}

function addressed({ group, ...record }: OutstandingRecord, { nameOf }: MoveMessagesOptions): NewRecord {
  return forGroup(contentOf(record), nameOf(group));
}

function letterOf(letter: StoredLetter, { nameOf }: MoveMessagesOptions): NewRecord {
  const { id, group, topic, offset, attempts, error, failedAt } = letter;
  return toLetter({
    record: { ...contentOf(letter), topic: nameOf(topic), partition: 0, offset },
    group: nameOf(group),
    attempts,
    error,
    failedAt: new Date(failedAt),
    // The same in each run, so that a repeated run replaces the letter; ids sort by time.
    id: `${failedAt.toString(36).padStart(9, '0')}-moved-${String(id).padStart(9, '0')}`,
  });
}

/** A body that is not a message is moved as it is, and becomes a dead letter when it is read. */
function contentOf({ key, body }: Pick<OutstandingRecord, 'key' | 'body'>): NewRecord {
  try {
    return toRecord(decodeMessage(body));
  } catch (error) {
    if (!(error instanceof PoisonMessageError)) throw error;
    return { key, value: Buffer.from(body), headers: {} };
  }
}
