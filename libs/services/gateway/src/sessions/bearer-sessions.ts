import { createHash } from 'node:crypto';
import { AppError } from '@vault/platform';
import { LRUCache } from 'lru-cache';

/** An ended session is refused after at most this time. */
const cachedForMs = 1_000;
const cachedSessions = 10_000;

/** Finds the principal of bearer tokens of one kind. Results are cached for a second, so that polls are cheap. */
export class BearerSessions<Principal extends object> {
  private readonly cache = new LRUCache<string, Promise<Principal>>({
    max: cachedSessions,
    ttl: cachedForMs,
  });
  private readonly ask: (token: string) => Promise<Principal>;

  /** @param ask queries the owner of the sessions */
  constructor(ask: (token: string) => Promise<Principal>) {
    this.ask = ask;
  }

  /** @throws {AppError} unauthenticated or forbidden */
  verify(authorization: string | undefined): Promise<Principal> {
    const token = /^Bearer ([A-Za-z0-9_.~+/=-]{16,4096})$/i.exec(authorization ?? '')?.[1];
    if (!token) return Promise.reject(new AppError('unauthenticated', 'Unauthorized'));
    const key = keyOf(token);
    const cached = this.cache.get(key);
    if (cached) return cached;
    const verification = this.ask(token);
    this.cache.set(key, verification);
    verification.catch(() => this.cache.delete(key));
    return verification;
  }

  /** Removes a session from the cache: the next request is verified again. */
  forget(authorization: string | undefined): void {
    this.cache.delete(keyOf(authorization?.slice('Bearer '.length) ?? ''));
  }
}

/** The cache stores hashes instead of tokens. */
function keyOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
