import { Injectable } from '@nestjs/common';
import { InjectClient, type ClientOf } from '@vault/rpc';
import { LRUCache } from 'lru-cache';
import type { Viewer } from './media-ticket.ts';

/** Media of an ended session is refused after at most this time. */
const cachedForMs = 1_000;
const cachedSessions = 10_000;

/** Checks that the session of a viewer lasts. */
@Injectable()
export class ViewerSessions {
  private readonly checks = new LRUCache<string, Promise<unknown>>({ max: cachedSessions, ttl: cachedForMs });

  constructor(
    @InjectClient('auth') private readonly auth: ClientOf<'auth'>,
    @InjectClient('admin') private readonly admin: ClientOf<'admin'>,
  ) {}

  /** @throws {AppError} unauthenticated or forbidden */
  async check(viewer: Viewer): Promise<void> {
    const { role, id, sessionId } = viewer;
    const name = `${role} ${id} ${sessionId}`;
    const check = this.checks.get(name) ?? this.ask(viewer);
    this.checks.set(name, check, { noUpdateTTL: true });
    check.catch(() => this.checks.delete(name));
    await check;
  }

  private ask({ role, id, sessionId }: Viewer): Promise<unknown> {
    return role === 'user'
      ? this.auth.checkSession({ userId: id, sessionId })
      : this.admin.watchSession({ caller: { staffId: id, sessionId, clientAddress: '' } });
  }
}
