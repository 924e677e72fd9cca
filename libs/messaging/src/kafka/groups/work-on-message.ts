import type { Logger } from '@vault/base';
import type { DeadLetterTopic } from '../topics/dead-letter-topic.ts';
import type { ThrottledOutageLog } from '../connection/throttled-outage-log.ts';
import type { Task } from './partition-lanes.ts';
import { runHandler, type Handling } from '../../events/run-handler.ts';
import { fromRecord } from '../topics/cloud-event-record.ts';

/** Pause before storing a dead letter is retried. */
const retryDelayMs = 1000;

export interface WorkOptions extends Omit<Handling, 'facts'> {
  group: string;
  onDeadLetter?: (topic: string) => void;
  deadLetters: DeadLetterTopic;
  logger: Logger;
  outage: ThrottledOutageLog;
}

/**
 * Makes one attempt to handle a message: afterwards it is settled, counted for a retry, or stored as a dead letter. A
 * message that failed permanently is settled only after its dead letter was stored.
 * @returns how long its key waits, in milliseconds
 */
export async function workOnMessage(task: Task, options: WorkOptions): Promise<number> {
  const { partition, record, signal } = task;
  // The handler has failed permanently; only the dead letter is missing.
  if (record.failed) return storeDeadLetter(task, record.failed.error, options);
  const { topic } = record;
  const delivery = { read: () => fromRecord(record), topic, attempt: record.attempts + 1, signal };
  const outcome = await runHandler(delivery, { ...options, facts: factsOf(task, options) });
  if (outcome.kind === 'give-up') return storeDeadLetter(task, outcome.error, options);
  if (outcome.kind === 'done') partition.settle(task);
  if (outcome.kind !== 'retry') return 0;
  record.attempts += 1;
  return outcome.delay;
}

async function storeDeadLetter(task: Task, error: unknown, options: WorkOptions): Promise<number> {
  const { partition, record } = task;
  if (!partition.isCurrent(task)) return 0;
  const { deadLetters, logger, outage, group, onDeadLetter } = options;
  try {
    await deadLetters.add({ record, group, attempts: record.attempts + 1, error: String(error) });
    logger.error(
      { ...factsOf(task, options), err: error },
      'A message failed permanently and is now a dead letter.',
    );
    partition.settle(task);
    onDeadLetter?.(record.topic);
    return 0;
  } catch (failure) {
    record.failed = { error };
    outage.begin(failure);
    return retryDelayMs;
  }
}

export function factsOf({ record }: Task, { group }: WorkOptions) {
  const { topic, partition, offset } = record;
  return { group, topic, partition, offset, attempt: record.attempts + 1 };
}
