import type { Delivery } from '../event-bus.ts';
import { PoisonMessageError } from '../event-errors.ts';
import type { RetryPolicy } from '../retry-policy.ts';
import { fromRecord } from './cloud-event-record.ts';
import type { Task } from './partition-lanes.ts';

/** What became of one try. */
export type Verdict =
  | { kind: 'done' }
  | { kind: 'called-off' }
  | { kind: 'retry'; error: unknown; delay: number }
  | { kind: 'give-up'; error: unknown };

export interface HandlerOptions {
  handler: (delivery: Delivery) => Promise<void>;
  retry: RetryPolicy;
}

/** Hands the message to the handler and judges how that ended; never rejects. */
export async function runHandler(task: Task, { handler, retry }: HandlerOptions): Promise<Verdict> {
  const { lane, record, signal } = task;
  const attempt = lane.attempts + 1;
  try {
    const message = fromRecord(record);
    await handler({ message, topic: record.topic, attempt, signal });
    return { kind: 'done' };
  } catch (error) {
    if (error instanceof PoisonMessageError) return { kind: 'give-up', error };
    // Not the message's fault: the handler was told to stop.
    if (signal.aborted) return { kind: 'called-off' };
    if (attempt >= retry.maxAttempts) return { kind: 'give-up', error };
    return { kind: 'retry', error, delay: retry.delay(attempt) };
  }
}
