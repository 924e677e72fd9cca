import { endsWithin, withinTime } from '@vault/base';
import type { GroupMember } from './group-member.ts';
import type { KafkaClient } from '../connection/kafka-client.ts';
import type { KafkaAdmin } from '../connection/kafka-admin.ts';
import { briefMember, type OffsetOf } from '../connection/kafka-types.ts';
import { clampOffset } from '../topics/start-offsets.ts';

const writeWithinMs = 20_000;
const leaveWithinMs = 5000;

export interface MoveOptions {
  client: KafkaClient;
  admin: KafkaAdmin;
  /** The group's members in this process. */
  members: readonly GroupMember[];
  group: string;
  topic: string;
  fromOffset: number;
}

/**
 * Moves a group to an offset in every partition of a topic: through its members if all of them are in this process, or
 * by committing the offsets of a group without members.
 * @throws when some members are in other processes, which would not notice the move
 */
export async function moveGroup(options: MoveOptions): Promise<void> {
  const { admin, members, group, topic, fromOffset } = options;
  const [active, bounds] = await Promise.all([admin.members(group), admin.bounds([topic])]);
  if (active.length > members.length)
    throw new Error(`Other processes are members of the group ${group}: stop them before a replay.`);
  if (members.length > 0) {
    await Promise.all(members.map((member) => member.replay(bounds, fromOffset)));
    return;
  }
  const offsets = bounds.map((bound) => ({
    topic,
    partition: bound.partition,
    offset: clampOffset(fromOffset, bound),
  }));
  await writeOffsets(options, offsets);
}

/** Joins the group while it commits, because only a member may commit offsets. */
async function writeOffsets({ client, group, topic }: MoveOptions, offsets: OffsetOf[]): Promise<void> {
  const joined = Promise.withResolvers<undefined>();
  const consumer = client.openConsumer(
    { ...briefMember, group, topics: [topic] },
    {
      onJoined: ({ assignment }) => {
        for (const partition of assignment[topic] ?? []) consumer.pause(topic, partition);
        joined.resolve(undefined);
      },
      onDown: (error) => joined.reject(error),
      onBatch: () => undefined,
    },
  );
  try {
    const started = consumer.start();
    const write = Promise.all([started, joined.promise]).then(() => consumer.commit(offsets));
    await withinTime(write, writeWithinMs, () => new Error(`The group ${group} could not be moved in time.`));
  } finally {
    await endsWithin(consumer.close(), leaveWithinMs);
  }
}
