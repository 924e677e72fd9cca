import { AppError } from '@vault/platform';

/** The answer to who asks something of a video without chapters, and, in the same words, of somebody else's. */
export function notYet(): AppError {
  return new AppError('conflict', 'This video has no chapters yet. Please wait until it has been processed.');
}
