import { createHash } from 'node:crypto';
import { AppError } from '@vault/base';
import { LRUCache } from 'lru-cache';

/** An ended session is refused after at most this time. */
const cachedForMs = 1_000;
const cachedSessions = 10_000;

/** Finds the principal of bearer tokens of one kind. A result is used for a second, so that polls are cheap. */
export class BearerSessions<Principal extends object> {
  private readonly principals: LRUCache<string, Principal, string>;

  /** @param query queries the service that stores the sessions */
  constructor(query: (token: string) => Promise<Principal>) {
    this.principals = new LRUCache<string, Principal, string>({
      max: cachedSessions,
      ttl: cachedForMs,
      ignoreFetchAbort: true,
      fetchMethod: (_key, _old, { context: token }) => query(token),
    });
  }

  /** @throws {AppError} unauthenticated or forbidden */
  async verify(authorization: string | undefined): Promise<Principal> {
    const token = tokenOf(authorization);
    return await this.principals.forceFetch(keyOf(token), { context: token });
  }

  /** Removes a session from the cache: the next request is verified again. */
  forget(authorization: string | undefined): void {
    this.principals.delete(keyOf(authorization?.slice('Bearer '.length) ?? ''));
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
