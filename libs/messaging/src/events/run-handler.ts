import { withinTime, type RetryPolicy } from '@vault/base';
import type { Delivery, EventLogger, SubscribeOptions } from './event-bus.ts';
import { HandlerDeadlineError, PoisonMessageError } from './event-errors.ts';
import type { Message } from './message.ts';

export const defaultDeadlineMs = 5 * 60_000;
/** A handler that hangs in so many attempts hangs in all. */
const maxHangs = 2;
const givenUpWithinMs = 30_000;

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

export interface Handling {
  readonly handler: (delivery: Delivery) => Promise<void>;
  readonly retry: RetryPolicy;
  readonly handlerDeadlineMs: number;
  readonly onGivenUp: SubscribeOptions['onGivenUp'];
  /** The group belongs to one process: it keeps no dead letters, so a message that failed permanently is done. */
  readonly isPerProcess: boolean;
  readonly logger: EventLogger;
  /** Where the message is. */
  readonly facts: object;
}

/** Reads a message, calls the handler with it, classifies the result and logs a failure; never rejects. */
export async function runHandler(
  { read, ...delivery }: Attempt,
  { handler, retry, handlerDeadlineMs, onGivenUp, isPerProcess, logger, facts }: Handling,
): Promise<HandlerOutcome> {
  const { attempt, signal } = delivery;
  const late = new AbortController();
  // A handler that hangs does not keep a process alive that ends.
  const timer = setTimeout(
    () => late.abort(new HandlerDeadlineError(handlerDeadlineMs)),
    handlerDeadlineMs,
  ).unref();
  try {
    const own = { ...delivery, message: read(), signal: AbortSignal.any([signal, late.signal]) };
    await Promise.race([handler(own), abortOf(late.signal)]);
    return { kind: 'done' };
  } catch (error) {
    const isHanging = late.signal.aborted;
    const isPoison = error instanceof PoisonMessageError || (isHanging && attempt >= maxHangs);
    // The handler was aborted; this is not a failed attempt of the message.
    if (!isPoison && signal.aborted) return { kind: 'cancelled' };
    if (!isPoison && attempt < retry.maxAttempts) {
      const delay = retry.delay(attempt);
      logger.warn({ ...facts, err: error, delay }, 'A message failed and will be retried.');
      return { kind: 'retry', delay };
    }
    if (!isPerProcess) {
      await reportGivenUp(read, { onGivenUp, logger, facts });
      return { kind: 'give-up', error };
    }
    logger.warn({ ...facts, err: error }, 'A message was skipped.');
    return { kind: 'done' };
  } finally {
    clearTimeout(timer);
  }
}

function abortOf(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error));
  });
}

/** Says that a message becomes a dead letter; never rejects. An unreadable message is of nobody. */
export async function reportGivenUp(
  read: () => Message,
  { onGivenUp, logger, facts }: Pick<Handling, 'onGivenUp' | 'logger' | 'facts'>,
): Promise<void> {
  if (!onGivenUp) return;
  let message: Message;
  try {
    message = read();
  } catch {
    return;
  }
  try {
    await withinTime(onGivenUp(message), givenUpWithinMs);
  } catch (error) {
    logger.warn({ ...facts, err: error }, 'Nobody could be told that a message failed permanently.');
  }
}
