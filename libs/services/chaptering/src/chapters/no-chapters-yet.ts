import { AppError } from '@vault/base';

/** The error for a video without chapters; a video of another owner is answered with the same error. */
export function noChaptersYet(): AppError {
  return new AppError('conflict', 'This video has no chapters yet. Please wait until it has been processed.');
}
