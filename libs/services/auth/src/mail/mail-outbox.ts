import { Inject, Injectable } from '@nestjs/common';
import type { Mailer } from '@vault/integrations/mail';
import { AppError, CLOCK, type Clock } from '@vault/base';
import { needsSmtpUtf8 } from '@vault/contracts';
import type { MailKind } from '../domain/mail-kinds.ts';
import { MAILER } from '../config/auth.tokens.ts';
import type { TeamDocument } from '../teams/team.schema.ts';
import { UserRepository } from '../users/user.repository.ts';
import { MailRepository, type NewMail } from './mail.repository.ts';

const batch = 500;
/** Exceeds the mails of any person; the last purge of the account removes the rest. */
const maxBatches = 20;

/** A mail about an account. Its content is composed when it is sent, from the account at that time. */
export interface AccountMailRequest {
  /**
   * Links are created while the mail is sent, so that no token is stored, neither here nor in an outbox.
   */
  readonly kind: Exclude<MailKind, 'trial-ends' | 'webinar-ready'>;
  readonly userId: string;
  /** Idempotency key: a key that exists already adds no second mail. */
  readonly key: string;
  /** The change that `email-confirm` and `email-changed` are about. */
  readonly changeId?: string;
  /** The team that the mail is about; of `invitation` also which one, and it goes to the invited address. */
  readonly teamId?: string;
  readonly invitationId?: string;
  /** Who has become an owner of the team. */
  readonly memberId?: string;
}

/**
 * Keeps mails until they are sent. A mail is stored before the promise resolves, and sent soon after. A key that exists
 * already adds no second mail.
 */
@Injectable()
export class MailOutbox {
  constructor(
    private readonly mails: MailRepository,
    private readonly users: UserRepository,
    @Inject(MAILER) private readonly mailer: Mailer,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws {AppError} `invalid-input` when the mail server cannot send to such an address, as far as that is known */
  assertReachable(address: string): void {
    if (needsSmtpUtf8(address) && this.mailer.takesUnicode === false)
      throw new AppError(
        'invalid-input',
        'The mail server of this site cannot send mail to this address, because it has letters beyond A to Z before the @. Please enter another address.',
      );
  }

  /** Stores the mail; it is sent later. */
  enqueue({ userId: ownerId, key: _id, ...mail }: AccountMailRequest): Promise<void> {
    return this.store({ _id, ownerId, createdAt: this.clock.now(), ...mail });
  }

  /**
   * Tells the owners of a team something.
   * @param key of the change
   * @param memberId whom the mail is about, who gets none
   */
  async toOwners(
    { _id: teamId, members }: Pick<TeamDocument, '_id' | 'members'>,
    kind: 'owner-added' | 'team-closed' | 'domain-lost' | 'emergency-sign-in',
    key: string,
    memberId?: string,
  ): Promise<void> {
    const about = { kind, teamId, ...(memberId !== undefined && { memberId }) };
    for (const { userId, role } of members)
      if (role === 'owner' && userId !== memberId)
        await this.enqueue({ ...about, userId, key: `${kind}:${key}:${userId}` });
  }

  /** Enqueues the reminder before a free trial ends; once for each person. */
  async trialEnds(userIds: readonly string[]): Promise<void> {
    const keyOf = (userId: string) => `trial-ends:${userId}`;
    const existing = await this.mails.findExisting(userIds.map(keyOf));
    const createdAt = this.clock.now();
    for (const ownerId of userIds.filter((id) => !existing.has(keyOf(id))))
      await this.store({ _id: keyOf(ownerId), kind: 'trial-ends', ownerId, createdAt });
  }

  /** Enqueues the notice that a video has chapters; once for each video. */
  webinarReady({ ownerId, videoId }: { ownerId: string; videoId: string }): Promise<void> {
    const [_id, kind, createdAt] = [`webinar-ready:${videoId}`, 'webinar-ready', this.clock.now()] as const;
    return this.store({ _id, kind, ownerId, videoId, createdAt });
  }

  /** Removes all mails of a person whose account was deleted, also files of sent ones. */
  async forget(userId: string): Promise<void> {
    for (let done = 0; done < maxBatches; done += 1)
      if ((await this.mails.removeOf(userId, batch)) < batch) break;
    await this.mailer.forget(userId);
  }

  /**
   * Removes a late mail of a deleted account. Call it after the mail was stored or sent: then either the deletion has
   * seen the mail, or this check sees the deletion.
   */
  async forgetLate(ownerId: string): Promise<void> {
    if (await this.users.findDeleted(ownerId)) await this.forget(ownerId);
  }

  private async store(mail: NewMail): Promise<void> {
    await this.mails.insert(mail);
    await this.forgetLate(mail.ownerId);
  }
}
