import { createHash } from 'node:crypto';
import { AppError } from '@vault/base';
import { LRUCache } from 'lru-cache';
import type { ChangeLog } from '../read-cache/change-log.ts';

/** An ended session is refused after at most this time. */
const cachedForMs = 1_000;
const cachedSessions = 10_000;

export interface BearerSessionsOptions<Principal> {
  /** Queries the service that stores the sessions. */
  readonly query: (token: string) => Promise<Principal>;
  readonly changes: ChangeLog;
  readonly idOf: (principal: Principal) => string;
}

interface Verification<Principal> {
  readonly principal: Promise<Principal>;
  readonly sequence: number;
}

/**
 * Finds the principal of bearer tokens of one kind. Results are cached for a second, so that polls are cheap, and
 * until the principal changes.
 */
export class BearerSessions<Principal extends object> {
  private readonly cache = new LRUCache<string, Verification<Principal>>({
    max: cachedSessions,
    ttl: cachedForMs,
  });

  constructor(private readonly options: BearerSessionsOptions<Principal>) {}

  /** @throws {AppError} unauthenticated or forbidden */
  async verify(authorization: string | undefined): Promise<Principal> {
    const token = tokenOf(authorization);
    const { query, changes, idOf } = this.options;
    const key = keyOf(token);
    const cached = this.cache.get(key);
    if (cached) {
      const principal = await cached.principal;
      if (!changes.hasChanged([idOf(principal)], cached.sequence)) return principal;
    }
    const verification = { sequence: changes.sequence, principal: query(token) };
    this.cache.set(key, verification);
    verification.principal.catch(() => this.cache.delete(key));
    return verification.principal;
  }

  /** Removes a session from the cache: the next request is verified again. */
  forget(authorization: string | undefined): void {
    this.cache.delete(keyOf(authorization?.slice('Bearer '.length) ?? ''));
  }
}

/** @throws {AppError} unauthenticated when the header has no bearer token */
function tokenOf(authorization: string | undefined): string {
  const token = /^Bearer ([A-Za-z0-9_.~+/=-]{16,4096})$/i.exec(authorization ?? '')?.[1];
  if (!token) throw new AppError('unauthenticated', 'Unauthorized');
  return token;
}

/** The cache stores hashes instead of tokens. */
function keyOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
