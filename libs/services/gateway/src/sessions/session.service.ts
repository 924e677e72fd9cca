import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { authRpc } from '@vault/contracts/rpc';
import { AppError, RPC, type Rpc } from '@vault/platform';
import { LRUCache } from 'lru-cache';

/** The person behind a request. */
export interface Caller {
  readonly sessionId: string;
  readonly user: authRpc.User;
}

/** A session that ended is refused within this time. */
const cachedForMs = 1_000;
const cachedSessions = 10_000;

/** Checks bearer tokens with the auth service; an answer holds for a second, so that a page's polls cost little. */
@Injectable()
export class SessionService {
  private readonly cache = new LRUCache<string, Promise<Caller>>({ max: cachedSessions, ttl: cachedForMs });

  constructor(@Inject(RPC) private readonly rpc: Rpc) {}

  /** @throws {AppError} unauthenticated or forbidden */
  verify(authorization: string | undefined): Promise<Caller> {
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

  async end(authorization: string | undefined, caller: Caller): Promise<void> {
    const auth = this.rpc.client('auth', authRpc.AuthServiceService);
    await auth.logout({ sessionId: caller.sessionId, userId: caller.user.id });
    this.cache.delete(keyOf(authorization?.slice('Bearer '.length) ?? ''));
  }

  private async ask(token: string): Promise<Caller> {
    const auth = this.rpc.client('auth', authRpc.AuthServiceService);
    const { sessionId, user } = await auth.verifySession({ token });
    if (!user) throw new AppError('unauthenticated', 'Unauthorized');
    return { sessionId, user };
  }
}

/** Tokens are not kept in memory as they are. */
function keyOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
