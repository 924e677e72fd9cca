import type { AccountTriesRepository } from './account-tries.repository.ts';
import { decideTry, tooMany, type TryLimit } from './try-limit.ts';

/** An attempt to count: its key, time and limit. */
export interface StoredTry {
  readonly key: string;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly limit: TryLimit;
  /** How many attempts it is, all or none of which are counted; one by default. */
  readonly count?: number;
  /** The first sentence of the refusal, such as "Too many tries.". */
  readonly what?: string;
}

/**
 * Counts an attempt in the store that all replicas share, safe for concurrent attempts.
 * @throws {AppError} `too-many-requests` with the time to wait
 */
export async function countAttempt(
  tries: AccountTriesRepository,
  { key, at, limit, what, count = 1 }: StoredTry,
): Promise<void> {
  const expiresAt = new Date(at + limit.windowMs);
  // A lost race means that another attempt was counted, so the limit ends the loop unless the count is reset.
  for (let round = 0; round < 3 * limit.tries; round += 1) {
    const stored = await tries.find(key);
    let counted = stored.tries;
    for (let attempt = 0; attempt < count; attempt += 1) {
      const decision = decideTry(counted, at, limit);
      if (!decision.isAllowed) throw tooMany(decision.waitMs, what);
      counted = decision.tries;
    }
    if (await tries.replace(key, stored, counted, expiresAt)) return;
  }
  throw tooMany(0, what);
}
