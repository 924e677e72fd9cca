import type { FairQueue } from '@vault/worker-pool';
import { EndedProcessError } from '../../events/event-errors.ts';
import { hangMs } from '../../events/handler-starts.ts';
import { reportGivenUp } from '../../events/run-handler.ts';
import { fromRecord } from '../topics/cloud-event-record.ts';
import type { OffsetCommitter } from './offset-committer.ts';
import type { Task } from './partition-lanes.ts';
import { factsOf, workOnMessage, type WorkOptions } from './work-on-message.ts';

/** Pause before a start that could not be noted is tried again. */
const retryDelayMs = 250;

export interface NotedWorkOptions extends WorkOptions {
  committer: OffsetCommitter;
  /** Messages that were being handled as a process died run one at a time: then the one that ends it is known. */
  suspects: FairQueue;
  /** Whether other members may take the partitions now: a start would not count. */
  isLeaving: () => boolean;
}

/**
 * Works on a message as {@link workOnMessage} does. When a process has died at this partition, the start is committed
 * first, and a message that ends the process each time becomes a dead letter.
 */
export async function workWithNotes(task: Task, options: NotedWorkOptions): Promise<number> {
  const { record, partition, signal } = task;
  const { starts } = partition;
  if (record.failed || !starts.mustNote(record)) return workOnMessage(task, options);
  const count = starts.countOf(record);
  if (starts.isDeadly(record)) {
    await reportGivenUp(() => fromRecord(record), { ...options, facts: factsOf(task, options) });
    record.failed = { error: new EndedProcessError(count) };
    return workOnMessage(task, options);
  }
  if (count === 0) return noteAndWork(task, options);
  const { suspects, group } = options;
  try {
    return await suspects.run(group, () => noteAndWork(task, options), signal);
  } catch (error) {
    if (signal.aborted) return 0;
    throw error;
  }
}

async function noteAndWork(task: Task, options: NotedWorkOptions): Promise<number> {
  const { record, partition, signal } = task;
  const { starts } = partition;
  const { committer, isLeaving } = options;
  if (isLeaving() || !partition.isCurrent(task)) return retryDelayMs;
  starts.begin(record);
  const isNoted = await committer.commitAll();
  if (!isNoted || isLeaving() || signal.aborted || !partition.isCurrent(task)) {
    starts.cancel(record);
    return retryDelayMs;
  }
  const timer = setTimeout(() => committer.schedule(), hangMs).unref();
  try {
    return await workOnMessage(task, options);
  } finally {
    clearTimeout(timer);
    if (task.signal.aborted) starts.cancel(record);
    else starts.end(record);
  }
}
