import { createHash } from 'node:crypto';
import { AppError } from '@vault/base';
import { LRUCache } from 'lru-cache';
import type { Credentials } from './credentials.ts';

/** An ended session is refused after at most this time. */
const cachedForMs = 1_000;
const cachedSessions = 10_000;

interface Question {
  readonly token: string;
  readonly workspaceId: string | undefined;
}

/** Finds the principal of bearer tokens of one kind. A result is used for a second, so that polls are cheap. */
export class BearerSessions<Principal extends object> {
  private readonly principals: LRUCache<string, Principal, Question>;

  /** @param query queries the service that stores the sessions */
  constructor(query: (question: Question) => Promise<Principal>) {
    this.principals = new LRUCache<string, Principal, Question>({
      max: cachedSessions,
      ttl: cachedForMs,
      ignoreFetchAbort: true,
      fetchMethod: (_key, _old, { context }) => query(context),
    });
  }

  /** @throws {AppError} unauthenticated or forbidden */
  async verify({ authorization, workspaceId }: Credentials): Promise<Principal> {
    const question = { token: tokenOf(authorization), workspaceId };
    return await this.principals.forceFetch(keyOf(question), { context: question });
  }

  /** Removes what is known of these: the next request that shows them is verified again. */
  forget({ authorization, workspaceId }: Credentials): void {
    const token = authorization?.slice('Bearer '.length) ?? '';
    this.principals.delete(keyOf({ token, workspaceId }));
  }
}

/** @throws {AppError} unauthenticated when the header has no bearer token */
function tokenOf(authorization: string | undefined): string {
  const token = /^Bearer ([A-Za-z0-9_.~+/=-]{16,4096})$/i.exec(authorization ?? '')?.[1];
  if (!token) throw new AppError('unauthenticated', 'Unauthorized');
  return token;
}

/** The cache stores hashes instead of tokens, which contain no space. */
function keyOf({ token, workspaceId }: Question): string {
  return createHash('sha256')
    .update(`${token} ${workspaceId ?? ''}`)
    .digest('base64url');
}
