import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { AppError, CLOCK, type Clock } from '@vault/base';
import { SessionTokens } from '@vault/identity';
import { LRUCache } from 'lru-cache';
import { mayCall, type StaffCall } from '../domain/call-roles.ts';
import type { StaffMember } from '../domain/staff-members.ts';
import { hasEnded, shouldStoreLastSeen, sessionMs } from '../domain/staff-session.ts';
import { StaffCredentialsRepository } from '../staff-records/staff-credentials.repository.ts';
import { StaffRosterRepository } from '../staff-records/staff-roster.repository.ts';
import { StaffSessionRepository } from './staff-session.repository.ts';
import type { StaffSession } from './staff-session.schema.ts';

/** Above this, a new session ends the oldest one of the member. */
const maxSessions = 50;
const surplusBatch = 20;
const maxCachedSessions = 10_000;

/** An authorized caller and its address. */
export interface Caller {
  readonly member: StaffMember;
  readonly sessionId: string;
  readonly clientAddress: string;
}

/** The caller as the gateway sends it, not yet authorized. */
export interface ClaimedCaller {
  readonly staffId: string;
  readonly sessionId: string;
  readonly clientAddress: string;
}

/** Opens, checks and ends sessions of staff, and authorises calls by role. */
@Injectable()
export class StaffSessionService {
  /** The exact time of the last use by session id; the stored time is exact to a minute. */
  private readonly lastSeen = new LRUCache<string, Date>({ max: maxCachedSessions });

  constructor(
    private readonly sessions: StaffSessionRepository,
    private readonly roster: StaffRosterRepository,
    private readonly credentials: StaffCredentialsRepository,
    private readonly tokens: SessionTokens,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @returns the token of a new session */
  async open(member: StaffMember): Promise<string> {
    const sessionId = randomUUID();
    const now = this.clock.now();
    const expiresAt = new Date(now.getTime() + sessionMs);
    const token = await this.tokens.sign({ userId: member.id, sessionId }, now, expiresAt);
    const times = { createdAt: now, lastSeenAt: now, expiresAt };
    await this.sessions.insert({ _id: sessionId, staffId: member.id, ...times });
    await this.sessions.removeOldest(member.id, maxSessions, surplusBatch);
    await this.credentials.updateLastSeen(member.id, now);
    return token;
  }

  /**
   * The member and session of a token. A use is stored, and extends the session.
   * @throws {AppError} `unauthenticated` when the token is forged, of a user, expired or ended; `forbidden` when the
   *   account is deactivated
   */
  async check(token: string): Promise<{ readonly member: StaffMember; readonly sessionId: string }> {
    const { userId: staffId, sessionId } = await this.tokens.verify(token);
    const { member, session } = await this.find(staffId, sessionId);
    await this.updateLastSeen(session);
    return { member, sessionId };
  }

  /**
   * Checks that a caller may make a call.
   * @throws {AppError} `unauthenticated` without a caller, or when the session or the member does not exist; `forbidden` when the account is
   *   deactivated or its role does not allow the call
   */
  async authorise(claimed: ClaimedCaller | undefined, call: StaffCall): Promise<Caller> {
    if (!claimed) throw unauthenticated();
    const { staffId, sessionId, clientAddress } = claimed;
    const { member } = await this.find(staffId, sessionId);
    if (!mayCall(member.role, call)) throw new AppError('forbidden', 'Only an owner may do this.');
    return { member, sessionId, clientAddress };
  }

  /** Idempotent: ending an ended session does not fail. */
  end(staffId: string, sessionId: string): Promise<void> {
    return this.sessions.remove(staffId, sessionId);
  }

  endOthers({ member, sessionId }: Caller): Promise<void> {
    return this.sessions.removeAll(member.id, sessionId);
  }

  private async find(staffId: string, sessionId: string) {
    const [session, member] = await Promise.all([
      this.sessions.find(staffId, sessionId),
      this.roster.find(staffId),
    ]);
    if (!session || !member) throw unauthenticated();
    if (hasEnded(this.timesOf(session), this.clock.now())) {
      await this.sessions.remove(staffId, sessionId);
      throw unauthenticated();
    }
    if (!member.isActive) throw new AppError('forbidden', 'Forbidden');
    return { session, member };
  }

  private timesOf({ _id, createdAt, lastSeenAt: stored }: StaffSession) {
    const cached = this.lastSeen.get(_id);
    return { createdAt, lastSeenAt: cached && cached > stored ? cached : stored };
  }

  private async updateLastSeen({ _id, staffId, lastSeenAt }: StaffSession): Promise<void> {
    const now = this.clock.now();
    this.lastSeen.set(_id, now);
    if (!shouldStoreLastSeen(lastSeenAt, now)) return;
    await this.sessions.updateLastSeen(staffId, _id, now);
    await this.credentials.updateLastSeen(staffId, now);
  }
}

function unauthenticated(): AppError {
  return new AppError('unauthenticated', 'Unauthorized');
}
