import { setTimeout as sleep } from 'node:timers/promises';

/** How soon a part of the start is tried again. */
const retryMs = 1_000;

export interface WaitOptions {
  /** Ends the wait. */
  readonly signal: AbortSignal;
  /** Whether the same work may succeed later, without a person. */
  readonly mayPass: (error: unknown) => boolean;
  /** Called for each failure. */
  readonly onFailure: (error: unknown) => void;
}

/**
 * Repeats work until what it needs answers.
 * @throws the signal's reason, also while the work does not answer; an error that does not pass
 */
export async function untilAnswered<Result>(
  work: () => Promise<Result>,
  { signal, mayPass, onFailure }: WaitOptions,
): Promise<Result> {
  const { promise: ended, reject } = Promise.withResolvers<never>();
  ended.catch(() => undefined);
  const end = (): void => reject(signal.reason as Error);
  signal.addEventListener('abort', end, { once: true });
  try {
    for (;;) {
      signal.throwIfAborted();
      try {
        return await Promise.race([work(), ended]);
      } catch (error) {
        signal.throwIfAborted();
        if (!mayPass(error)) throw error;
        onFailure(error);
        await Promise.race([sleep(retryMs, undefined, { signal }), ended]);
      }
    }
  } finally {
    signal.removeEventListener('abort', end);
  }
}
