import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { adminRpc } from '@vault/contracts/rpc';
import { AppError, LOGGER, type Logger } from '@vault/base';
import { assertUnguessable, PasswordHasher, Sessions, SignInGuard } from '@vault/identity';
import { actorOf } from '../actions/action-runner.ts';
import { AuditService } from '../audit/audit.service.ts';
import type { StaffMember } from '../domain/staff-members.ts';
import { StaffSessionService, type Caller } from '../sessions/staff-session.service.ts';
import { StaffCredentialsRepository } from '../staff-records/staff-credentials.repository.ts';
import { StaffRosterRepository } from '../staff-records/staff-roster.repository.ts';

/** Signs members of staff in and out, and changes their own passwords. */
@Injectable()
export class SignInService {
  constructor(
    private readonly roster: StaffRosterRepository,
    private readonly credentials: StaffCredentialsRepository,
    private readonly staffSessions: StaffSessionService,
    private readonly sessions: Sessions,
    private readonly hasher: PasswordHasher,
    private readonly guard: SignInGuard,
    private readonly audit: AuditService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Every failure has the same message and duration whether the account exists or not, so that the answer does not
   * reveal who is staff.
   * @throws {AppError} `unauthenticated`, `too-many-requests`; `forbidden` when the account is deactivated
   */
  async login({ email, password, clientAddress }: adminRpc.LoginRequest) {
    this.hasher.assertRoom(clientAddress);
    const attempt = await this.guard.take(email, clientAddress);
    const member = (await this.roster.members()).find((each) => each.email === email);
    const passwordHash = await this.credentials.passwordHashOf(member?.id ?? '');
    const isRight = await this.hasher.matches(password, passwordHash, clientAddress);
    if (!member || !isRight) {
      if (member) await this.recordFailure(member, clientAddress, 'The password was wrong.');
      throw new AppError('unauthenticated', 'The e-mail address or the password is wrong.');
    }
    await this.guard.forgive(attempt);
    // Only a caller with the right password learns that the account is deactivated.
    if (!member.isActive) {
      await this.recordFailure(member, clientAddress, 'The account is disabled.');
      throw new AppError('forbidden', 'This account is disabled. Please ask an owner to enable it.');
    }
    const actor = { id: member.id, email, clientAddress };
    await this.audit.record({ action: 'login', actor });
    this.logger.info({ staffId: member.id }, 'a member of staff signed in');
    return { member, token: await this.staffSessions.open(member, clientAddress) };
  }

  async logout(caller: Caller): Promise<void> {
    await this.sessions.end(caller.member.id, caller.sessionId);
    await this.audit.record({ action: 'logout', actor: actorOf(caller) });
  }

  /**
   * @throws {AppError} `invalid-input` when the old password is wrong or the new one is commonly guessed;
   *   `too-many-requests`
   */
  async changePassword(caller: Caller, password: string, newPassword: string): Promise<void> {
    const { member, clientAddress } = caller;
    await assertUnguessable(newPassword, member.email);
    const attempt = await this.guard.take(member.email, clientAddress);
    const passwordHash = await this.credentials.passwordHashOf(member.id);
    if (!(await this.hasher.matches(password, passwordHash, member.id)))
      throw new AppError('invalid-input', 'The current password is wrong.');
    await this.guard.forgive(attempt);
    const newHash = await this.hasher.hash(newPassword, member.id);
    await this.audit.record({ action: 'change-password', actor: actorOf(caller) });
    await this.credentials.setPassword(member.id, newHash, randomUUID());
    await this.sessions.endAll(member.id, caller.sessionId);
  }

  /** The audit line names the account as its subject and no actor, because nobody is signed in. */
  private recordFailure({ id, email }: StaffMember, clientAddress: string, msg: string): Promise<void> {
    const actor = { id: '', email: '', clientAddress };
    return this.audit.record({ action: 'login', actor, subject: { id, name: email }, state: 'failed', msg });
  }
}
