import { AppError, withinTime } from '@vault/base';

/** For calls about whole lists, which the other service may have to sort and count. */
export const longDeadline = { deadlineMs: 8_000 };

/** All calls of an answer. */
const answerWithinMs = 10_000;

/** @throws {AppError} `unavailable` when the calls of the answer take too long together */
export function inTime<Answer>(answer: Promise<Answer>, deadlineMs = answerWithinMs): Promise<Answer> {
  return withinTime(answer, deadlineMs, () => AppError.unavailable());
}
