import type { Delivery, EventLogger } from './event-bus.ts';
import { PoisonMessageError } from './event-errors.ts';
import type { Message } from './message.ts';
import type { RetryPolicy } from './retry-policy.ts';

/** The outcome of one attempt. */
type HandlerOutcome =
  | { kind: 'done' }
  | { kind: 'cancelled' }
  | { kind: 'retry'; delay: number }
  | { kind: 'give-up'; error: unknown };

interface Attempt extends Omit<Delivery, 'message'> {
  /** @throws {PoisonMessageError} */
  readonly read: () => Message;
}

interface Handling {
  readonly handler: (delivery: Delivery) => Promise<void>;
  readonly retry: RetryPolicy;
  /** The group belongs to one process: it keeps no dead letters, so a message that failed permanently is done. */
  readonly isPerProcess: boolean;
  readonly logger: EventLogger;
  /** Where the message is. */
  readonly facts: object;
}

/** Reads a message, calls the handler with it, classifies the result and logs a failure; never rejects. */
export async function runHandler(
  { read, ...delivery }: Attempt,
  { handler, retry, isPerProcess, logger, facts }: Handling,
): Promise<HandlerOutcome> {
  const { attempt, signal } = delivery;
  try {
    await handler({ ...delivery, message: read() });
    return { kind: 'done' };
  } catch (error) {
    const isPoison = error instanceof PoisonMessageError;
    // The handler was aborted; this is not a failed attempt of the message.
    if (!isPoison && signal.aborted) return { kind: 'cancelled' };
    if (!isPoison && attempt < retry.maxAttempts) {
      const delay = retry.delay(attempt);
      logger.warn({ ...facts, err: error, delay }, 'A message failed and will be retried.');
      return { kind: 'retry', delay };
    }
    if (!isPerProcess) return { kind: 'give-up', error };
    logger.warn({ ...facts, err: error }, 'A message was skipped.');
    return { kind: 'done' };
  }
}
