import { createHash } from 'node:crypto';
import { AppError } from '@vault/platform';
import { LRUCache } from 'lru-cache';

/** A session that ended is refused within this time. */
const cachedForMs = 1_000;
const cachedSessions = 10_000;

/** Finds who is behind bearer tokens of one kind; an answer holds for a second, so that a page's polls cost little. */
export class BearerSessions<Principal extends object> {
  private readonly cache = new LRUCache<string, Promise<Principal>>({
    max: cachedSessions,
    ttl: cachedForMs,
  });
  private readonly ask: (token: string) => Promise<Principal>;

  /** @param ask the owner of such sessions */
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
    const asked = this.ask(token);
    this.cache.set(key, asked);
    asked.catch(() => this.cache.delete(key));
    return asked;
  }

  /** The session has ended: the next request asks its owner again. */
  forget(authorization: string | undefined): void {
    this.cache.delete(keyOf(authorization?.slice('Bearer '.length) ?? ''));
  }
}

/** Tokens are not kept in memory as they are. */
function keyOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
