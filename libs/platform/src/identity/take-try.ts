import type { AccountTriesRepository } from './account-tries.repository.ts';
import { decideTry, tooMany, type TryLimit } from './try-limit.ts';

/** A try that was made: what it counts for, when, and among how many. */
export interface StoredTry {
  readonly key: string;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly limit: TryLimit;
  /** What there were too many of, as a sentence. */
  readonly what?: string;
}

/**
 * Counts a try where all replicas see it, however many are made at once.
 * @throws {AppError} `too-many-requests` with how long to wait
 */
export async function takeTry(
  tries: AccountTriesRepository,
  { key, at, limit, what }: StoredTry,
): Promise<void> {
  const expiresAt = new Date(at + limit.windowMs);
  // A lost race means that another try was taken, so the limit itself ends the loop; the rest is for races with resets.
  for (let round = 0; round < 3 * limit.tries; round += 1) {
    const stored = await tries.find(key);
    const decision = decideTry(stored.tries, at, limit);
    if (!decision.isAllowed) throw tooMany(decision.waitMs, what);
    if (await tries.replace(key, stored, decision.tries, expiresAt)) return;
  }
  throw tooMany(0, what);
}
