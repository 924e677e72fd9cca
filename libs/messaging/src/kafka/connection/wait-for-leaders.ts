import { retry } from '@vault/base';
import { kafkaErrorType } from './kafka-error.ts';

interface TopicMetadata {
  readonly name: string;
  readonly partitions: readonly { readonly leader: number }[];
}

const retryAfterMs = 100;
/** Errors of a broker that does not know a new topic yet: it is informed shortly after the creating broker. */
const temporaryErrors = new Set(['UNKNOWN_TOPIC_OR_PARTITION', 'LEADER_NOT_AVAILABLE']);

/**
 * Waits until each partition of new topics has a leader, so that they can be written and read. The wait in kafkajs
 * fails when it asks a broker that does not know the topics yet.
 * @param timeoutMs milliseconds
 * @throws after the time-out, or on a permanent error of `fetchMetadata`
 */
export async function waitForLeaders(
  names: readonly string[],
  fetchMetadata: () => Promise<{ topics: readonly TopicMetadata[] }>,
  timeoutMs: number,
): Promise<void> {
  const giveUpAt = performance.now() + timeoutMs;
  const noLeaders = new Error(
    `New topics have no leaders after ${String(timeoutMs)} ms: ${names.join(', ')}.`,
  );
  const find = async () => {
    const { topics } = await fetchMetadata();
    const led = topics.filter(
      ({ partitions }) => partitions.length > 0 && partitions.every(({ leader }) => leader >= 0),
    );
    if (!names.every((name) => led.some((topic) => topic.name === name))) throw noLeaders;
  };
  const mayPass = (error: unknown) => error === noLeaders || temporaryErrors.has(kafkaErrorType(error) ?? '');
  const until = (error: unknown) => !mayPass(error) || performance.now() >= giveUpAt;
  await retry(find, { until, pauseMs: retryAfterMs }).catch((error: unknown) => {
    throw mayPass(error) ? noLeaders : error;
  });
}
