import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { AppError, CLOCK, type Clock } from '@vault/platform';
import { SessionTokens } from '@vault/platform/identity';
import { LRUCache } from 'lru-cache';
import { mayCall, type StaffCall } from '../domain/call-roles.ts';
import type { StaffMember } from '../domain/staff-members.ts';
import { isOver, isWorthNoting, sessionMs } from '../domain/staff-session.ts';
import { StaffCredentialsRepository } from '../staff/staff-credentials.repository.ts';
import { StaffRosterRepository } from '../staff/staff-roster.repository.ts';
import { StaffSessionRepository } from './staff-session.repository.ts';
import type { StaffSession } from './staff-session.schema.ts';

/** A member with more browsers than this is signed out of the one used to sign in longest ago. */
const maxSessions = 50;
const surplusBatch = 20;
const rememberedSessions = 10_000;

/** Who calls, and from where. */
export interface Caller {
  readonly member: StaffMember;
  readonly sessionId: string;
  readonly clientAddress: string;
}

/** Who calls, as the gateway passes it on. */
export interface ClaimedCaller {
  readonly staffId: string;
  readonly sessionId: string;
  readonly clientAddress: string;
}

/** Opens, checks and ends sessions of staff, and says what their role allows. */
@Injectable()
export class StaffSessionService {
  /** When sessions were last used, to the moment; what is stored is exact to a minute. */
  private readonly seen = new LRUCache<string, Date>({ max: rememberedSessions });

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
    await this.credentials.noteSeen(member.id, now);
    return token;
  }

  /**
   * Whose token it is; notes that the session is used.
   * @throws {AppError} `unauthenticated` when forged, a user's, over or ended; `forbidden` when the account is switched off
   */
  async check(token: string): Promise<{ readonly member: StaffMember; readonly sessionId: string }> {
    const { userId: staffId, sessionId } = await this.tokens.verify(token);
    const { member, session } = await this.find(staffId, sessionId);
    await this.noteSeen(session);
    return { member, sessionId };
  }

  /**
   * Who calls, once it is known that they may.
   * @throws {AppError} `unauthenticated` when the session or the member is gone, `forbidden` when the account is switched
   *   off or its role does not allow the call
   */
  async admit(claimed: ClaimedCaller, call: StaffCall): Promise<Caller> {
    const { staffId, sessionId, clientAddress } = claimed;
    const { member } = await this.find(staffId, sessionId);
    if (!mayCall(member.role, call)) throw new AppError('forbidden', 'Only an owner may do this.');
    return { member, sessionId, clientAddress };
  }

  /** Ending what has ended already is no failure. */
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
    if (!session || !member) throw new AppError('unauthenticated', 'Unauthorized');
    if (isOver(this.timesOf(session), this.clock.now())) {
      await this.sessions.remove(staffId, sessionId);
      throw new AppError('unauthenticated', 'Unauthorized');
    }
    if (!member.isActive) throw new AppError('forbidden', 'Forbidden');
    return { session, member };
  }

  private timesOf({ _id, createdAt, lastSeenAt: stored }: StaffSession) {
    const remembered = this.seen.get(_id);
    return { createdAt, lastSeenAt: remembered && remembered > stored ? remembered : stored };
  }

  private async noteSeen({ _id, staffId, lastSeenAt }: StaffSession): Promise<void> {
    const now = this.clock.now();
    this.seen.set(_id, now);
    if (!isWorthNoting(lastSeenAt, now)) return;
    await this.sessions.noteSeen(staffId, _id, now);
    await this.credentials.noteSeen(staffId, now);
  }
}
