import { setTimeout as sleep } from 'node:timers/promises';
import { kafkaErrorType } from './kafka-error.ts';

interface TopicMetadata {
  readonly name: string;
  readonly partitions: readonly { readonly leader: number }[];
}

const askAgainAfter = 100;
/** What a broker says that has not heard of a new topic yet: it hears of it a moment after the one that made it. */
const passing = new Set(['UNKNOWN_TOPIC_OR_PARTITION', 'LEADER_NOT_AVAILABLE']);

/**
 * Waits until each partition of new topics has a leader, so that they can be written and read. What kafkajs itself has
 * for this gives up when it asks a broker that has not heard of them yet.
 * @param patience milliseconds
 * @throws when that takes too long, or what asking throws
 */
export async function untilLed(
  names: readonly string[],
  ask: () => Promise<{ topics: readonly TopicMetadata[] }>,
  patience: number,
): Promise<void> {
  const giveUpAt = performance.now() + patience;
  for (;;) {
    if (await areLed(names, ask)) return;
    if (performance.now() >= giveUpAt)
      throw new Error(`New topics have no leaders after ${String(patience)} ms: ${names.join(', ')}.`);
    await sleep(askAgainAfter);
  }
}

async function areLed(
  names: readonly string[],
  ask: () => Promise<{ topics: readonly TopicMetadata[] }>,
): Promise<boolean> {
  try {
    const { topics } = await ask();
    const led = topics.filter(
      ({ partitions }) => partitions.length > 0 && partitions.every(({ leader }) => leader >= 0),
    );
    return names.every((name) => led.some((topic) => topic.name === name));
  } catch (error) {
    if (passing.has(kafkaErrorType(error) ?? '')) return false;
    throw error;
  }
}
