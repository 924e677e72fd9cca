import type { Logger } from '../../logging/logger.ts';
import type { Delivery } from '../event-bus.ts';
import type { RetryPolicy } from '../retry-policy.ts';
import type { DeadLetterTopic } from './dead-letter-topic.ts';
import type { Outage } from './outage.ts';
import type { Task } from './partition-lanes.ts';
import { runHandler } from './run-handler.ts';

/** Pause before a letter that Kafka did not take is tried again, in milliseconds. */
const REPAIR_DELAY = 1000;

export interface WorkOptions {
  group: string;
  handler: (delivery: Delivery) => Promise<void>;
  retry: RetryPolicy;
  onDeadLetter?: (topic: string) => void;
  deadLetters: DeadLetterTopic;
  logger: Logger;
  outage: Outage;
}

/**
 * One try of a message with all that follows from it: it is settled, counted for another try, or kept among the dead
 * letters. Without a letter it is never settled. @returns how long its key waits, in milliseconds
 */
export async function workOnMessage(task: Task, options: WorkOptions): Promise<number> {
  const { partition, lane } = task;
  // Its handler has done what it could: what is left is to write the letter.
  if (lane.lost) return bury(task, lane.lost.error, options);
  const verdict = await runHandler(task, options);
  if (verdict.kind === 'done') partition.settle(task);
  if (verdict.kind === 'give-up') return bury(task, verdict.error, options);
  if (verdict.kind !== 'retry') return 0;
  const { error: err, delay } = verdict;
  options.logger.warn({ ...factsOf(task, options), err, delay }, 'A message failed and will be tried again.');
  lane.attempts += 1;
  return delay;
}

async function bury(task: Task, error: unknown, options: WorkOptions): Promise<number> {
  const { partition, lane, record } = task;
  if (!partition.isCurrent(task)) return 0;
  const { deadLetters, logger, outage, group, onDeadLetter } = options;
  try {
    await deadLetters.add({ record, group, attempts: lane.attempts + 1, error: String(error) });
    logger.error(
      { ...factsOf(task, options), err: error },
      'A message failed for good and is a dead letter.',
    );
    partition.settle(task);
    onDeadLetter?.(record.topic);
    return 0;
  } catch (failure) {
    lane.lost = { error };
    outage.begin(failure);
    return REPAIR_DELAY;
  }
}

function factsOf({ lane, record }: Task, { group }: WorkOptions) {
  const { topic, partition, offset } = record;
  return { group, topic, partition, offset, attempt: lane.attempts + 1 };
}
