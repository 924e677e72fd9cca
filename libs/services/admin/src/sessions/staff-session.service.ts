import { Inject, Injectable } from '@nestjs/common';
import type { adminRpc } from '@vault/contracts/rpc';
import { AppError, CLOCK, type Clock } from '@vault/base';
import { Sessions, SessionTokens, unauthenticated, type SessionRules } from '@vault/identity';
import { mayCall, type StaffCall } from '../domain/call-roles.ts';
import type { StaffMember } from '../domain/staff-members.ts';
import { StaffCredentialsRepository } from '../staff-records/staff-credentials.repository.ts';
import { StaffRosterRepository } from '../staff-records/staff-roster.repository.ts';

const minuteMs = 60_000;

export const staffSessions: SessionRules = {
  maxAgeMs: 8 * 60 * minuteMs,
  idleMs: 30 * minuteMs,
  maxSessions: 50,
};

/** An authorized caller and its address. */
export interface Caller {
  readonly member: StaffMember;
  readonly sessionId: string;
  readonly clientAddress: string;
}

/** Opens, checks and ends sessions of staff, and authorises calls by role. */
@Injectable()
export class StaffSessionService {
  constructor(
    private readonly sessions: Sessions,
    private readonly roster: StaffRosterRepository,
    private readonly credentials: StaffCredentialsRepository,
    private readonly tokens: SessionTokens,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @returns the token of a new session */
  async open(member: StaffMember, clientAddress: string): Promise<string> {
    const token = await this.sessions.open(member.id, { clientAddress });
    await this.credentials.updateLastSeen(member.id, this.clock.now());
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
    if (await this.sessions.touch(session)) await this.credentials.updateLastSeen(staffId, this.clock.now());
    return { member, sessionId };
  }

  /**
   * Checks that a caller may make a call.
   * @throws {AppError} `unauthenticated` without a caller, or when the session or the member does not exist; `forbidden`
   *   when the account is deactivated or its role does not allow the call
   */
  async authorise(claimed: adminRpc.StaffCaller | undefined, call: StaffCall): Promise<Caller> {
    if (!claimed) throw unauthenticated();
    const { staffId, sessionId, clientAddress } = claimed;
    const { member } = await this.find(staffId, sessionId);
    if (!mayCall(member.role, call)) throw new AppError('forbidden', 'Only an owner may do this.');
    return { member, sessionId, clientAddress };
  }

  private async find(staffId: string, sessionId: string) {
    const [session, member] = await Promise.all([
      this.sessions.find(staffId, sessionId),
      this.roster.find(staffId),
    ]);
    if (!member) throw unauthenticated();
    if (!member.isActive) throw new AppError('forbidden', 'Forbidden');
    return { session, member };
  }
}
