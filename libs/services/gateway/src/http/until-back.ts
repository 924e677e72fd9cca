import { setTimeout as wait } from 'node:timers/promises';
import { AppError } from '@vault/platform';

const pauseMs = 200;

/**
 * Asks a service, again and again while it is away, until `isOver`.
 * @throws {AppError} what the service said, or `unavailable` in the end
 */
export async function untilBack<Answer>(ask: () => Promise<Answer>, isOver: () => boolean): Promise<Answer> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      const isAway = error instanceof AppError && error.code === 'unavailable';
      if (!isAway || isOver()) throw error;
      await wait(pauseMs);
    }
  }
}
