import type { TopicEnd } from '../move/backup-manifest.ts';

const maxTries = 500;

export interface PointOptions<Snapshot> {
  readonly readEnds: () => Promise<readonly TopicEnd[]>;
  /** Fixes the time of the stores; every later read of the snapshot is of this time. */
  readonly takeSnapshot: () => Promise<Snapshot>;
  readonly discard: (snapshot: Snapshot) => Promise<void>;
}

/** One point in time of the stores and the topics. */
export interface PointInTime<Snapshot> {
  readonly snapshot: Snapshot;
  readonly ends: readonly TopicEnd[];
  readonly takenAt: Date;
}

/**
 * Finds a moment at which nothing is published: the ends of the topics are the same before and after the snapshot was
 * taken. So they are also those at its time, and the messages before them are exactly those whose cause the stores have.
 * @throws when there is no such moment in many tries
 */
export async function fixPoint<Snapshot>({
  readEnds,
  takeSnapshot,
  discard,
}: PointOptions<Snapshot>): Promise<PointInTime<Snapshot>> {
  let before = await readEnds();
  for (let tries = 0; tries < maxTries; tries += 1) {
    const takenAt = new Date();
    const snapshot = await takeSnapshot();
    let after: readonly TopicEnd[];
    try {
      after = await readEnds();
    } catch (error) {
      await discard(snapshot);
      throw error;
    }
    if (areSame(before, after)) return { snapshot, ends: after, takenAt };
    await discard(snapshot);
    before = after;
  }
  throw new Error(
    `The product is too busy: in ${String(maxTries)} tries, new messages always arrived while the snapshot was taken. Run this again at a quieter time.`,
  );
}

function areSame(some: readonly TopicEnd[], others: readonly TopicEnd[]): boolean {
  const ends = new Map(some.map((each) => [keyOf(each), each.end]));
  return ends.size === others.length && others.every((each) => ends.get(keyOf(each)) === each.end);
}

function keyOf({ topic, partition }: TopicEnd): string {
  return `${topic}:${String(partition)}`;
}
