import { AppError, retry } from '@vault/base';

/**
 * Repeats a call while it fails with `unavailable`, until `isOver`.
 * @throws {AppError} the error of the call, or `unavailable` at the end
 */
export function retryWhileUnavailable<Answer>(
  call: () => Promise<Answer>,
  isOver: () => boolean,
): Promise<Answer> {
  const until = (error: unknown) => !AppError.is(error, 'unavailable') || isOver();
  return retry(call, { until, pauseMs: 200 });
}
