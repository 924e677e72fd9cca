import { topicOf, type CommandType, type MessageData } from '@vault/contracts';
import type { ServiceDefinition } from '@vault/platform';
import { toRecord, type NewRecord } from '@vault/messaging/kafka';
import { createMessage } from '@vault/messaging';
import type { StoreFiles } from './move-stores.ts';

/** Commands that are appended together. */
const batchSize = 100;

export interface FollowUpOptions {
  readonly services: readonly ServiceDefinition[];
  readonly stores: StoreFiles;
  /** The move's id: a repeated run sends the same commands. */
  readonly id: string;
  readonly nameOf: (name: string) => string;
  readonly append: (topic: string, records: readonly NewRecord[]) => Promise<void>;
}

/**
 * Sends the commands that services need because the product now has other addresses. They have no deadline: nobody waits
 * for them.
 * @returns how many
 */
export async function followUpsOf({
  services,
  stores,
  id,
  nameOf,
  append,
}: FollowUpOptions): Promise<number> {
  let count = 0;
  for (const { name, afterMove } of services) {
    if (!afterMove) continue;
    const { collection, type, toData } = afterMove;
    const topic = nameOf(topicOf(type));
    let records: NewRecord[] = [];
    const cursor = stores.of(name).collection(collection).find({});
    for (let found = await cursor.next(); found !== null; found = await cursor.next()) {
      const subject = String(found._id);
      records.push(
        toRecord(
          createMessage<CommandType>({
            type,
            source: 'gateway',
            subject,
            id: `${id}-${subject}`,
            data: toData(found) as MessageData<CommandType>,
          }),
        ),
      );
      count += 1;
      if (records.length < batchSize) continue;
      await append(topic, records);
      records = [];
    }
    if (records.length > 0) await append(topic, records);
  }
  return count;
}
