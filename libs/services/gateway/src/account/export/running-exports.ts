import { Injectable } from '@nestjs/common';
import { AppError } from '@vault/base';

/** Each export keeps connections and buffers for as long as its client reads. */
export const maxExports = 16;
const retryAfterMs = 60_000;

/** The exports of this process: one for each person, and a limited number of all. */
@Injectable()
export class RunningExports {
  private readonly userIds = new Set<string>();

  /** @throws {AppError} too-many-requests when no export can begin now */
  requireFree(userId: string): void {
    if (this.userIds.has(userId))
      throw refusal('An export is already running. Please wait until it finishes.');
    if (this.userIds.size >= maxExports)
      throw refusal('Many people are exporting their data at the moment. Please try again in a few minutes.');
  }

  /**
   * @returns ends the export
   * @throws {AppError} too-many-requests
   */
  begin(userId: string): () => void {
    this.requireFree(userId);
    this.userIds.add(userId);
    let isRunning = true;
    return () => {
      // A second call may not end the next export of the same person.
      if (isRunning) this.userIds.delete(userId);
      isRunning = false;
    };
  }
}

function refusal(message: string): AppError {
  return new AppError('too-many-requests', message, { retryAfterMs });
}
