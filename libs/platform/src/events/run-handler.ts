import type { Delivery } from './event-bus.ts';
import { PoisonMessageError } from './event-errors.ts';
import type { Message } from './message.ts';
import type { RetryPolicy } from './retry-policy.ts';

/** The outcome of one attempt. */
type HandlerOutcome =
  | { kind: 'done' }
  | { kind: 'cancelled' }
  | { kind: 'retry'; error: unknown; delay: number }
  | { kind: 'give-up'; error: unknown };

interface Attempt extends Omit<Delivery, 'message'> {
  /** @throws {PoisonMessageError} */
  readonly read: () => Message;
}

/** Reads a message, calls the handler with it and classifies the result; never rejects. */
export async function runHandler(
  { read, ...delivery }: Attempt,
  { handler, retry }: { handler: (delivery: Delivery) => Promise<void>; retry: RetryPolicy },
): Promise<HandlerOutcome> {
  const { attempt, signal } = delivery;
  try {
    await handler({ ...delivery, message: read() });
    return { kind: 'done' };
  } catch (error) {
    if (error instanceof PoisonMessageError) return { kind: 'give-up', error };
    // The handler was aborted; this is not a failed attempt of the message.
    if (signal.aborted) return { kind: 'cancelled' };
    if (attempt >= retry.maxAttempts) return { kind: 'give-up', error };
    return { kind: 'retry', error, delay: retry.delay(attempt) };
  }
}
