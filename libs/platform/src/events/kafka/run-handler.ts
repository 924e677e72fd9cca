import type { Delivery } from '../event-bus.ts';
import { PoisonMessageError } from '../event-errors.ts';
import type { RetryPolicy } from '../retry-policy.ts';
import { fromRecord } from './cloud-event-record.ts';
import type { Task } from './partition-lanes.ts';

/** The outcome of one attempt. */
export type HandlerOutcome =
  | { kind: 'done' }
  | { kind: 'cancelled' }
  | { kind: 'retry'; error: unknown; delay: number }
  | { kind: 'give-up'; error: unknown };

export interface HandlerOptions {
  handler: (delivery: Delivery) => Promise<void>;
  retry: RetryPolicy;
}

/** Calls the handler with the message and classifies the result; never rejects. */
export async function runHandler(task: Task, { handler, retry }: HandlerOptions): Promise<HandlerOutcome> {
  const { lane, record, signal } = task;
  const attempt = lane.attempts + 1;
  try {
    const message = fromRecord(record);
    await handler({ message, topic: record.topic, attempt, signal });
    return { kind: 'done' };
  } catch (error) {
    if (error instanceof PoisonMessageError) return { kind: 'give-up', error };
    // The handler was aborted; this is not a failed attempt of the message.
    if (signal.aborted) return { kind: 'cancelled' };
    if (attempt >= retry.maxAttempts) return { kind: 'give-up', error };
    return { kind: 'retry', error, delay: retry.delay(attempt) };
  }
}
