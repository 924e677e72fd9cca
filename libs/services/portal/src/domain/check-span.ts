import { AppError } from '@vault/contracts';

interface Span {
  /** Seconds. */
  readonly start: number;
  readonly end: number;
}

interface SharedVideo {
  readonly durationSeconds: number;
  readonly isPlayable: boolean;
}

/** @throws {AppError} conflict while the video does not play, invalid-input for a span that is not within it */
export function checkSpan({ start, end }: Span, { durationSeconds, isPlayable }: SharedVideo): void {
  if (!isPlayable) throw new AppError('conflict', 'This video cannot be played yet. Please share it later.');
  // Ends are often rounded up to a second.
  if (start >= end || end > Math.ceil(durationSeconds))
    throw new AppError('invalid-input', 'The end must be after the start, and both within the video.');
}
