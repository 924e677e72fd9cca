import { setTimeout as wait } from 'node:timers/promises';
import { AppError } from '@vault/base';

const pauseMs = 200;

/**
 * Repeats a call while it fails with `unavailable`, until `isOver`.
 * @throws {AppError} the error of the call, or `unavailable` at the end
 */
export async function retryWhileUnavailable<Answer>(
  call: () => Promise<Answer>,
  isOver: () => boolean,
): Promise<Answer> {
  for (;;) {
    try {
      return await call();
    } catch (error) {
      const isUnavailable = AppError.is(error, 'unavailable');
      if (!isUnavailable || isOver()) throw error;
      await wait(pauseMs);
    }
  }
}
