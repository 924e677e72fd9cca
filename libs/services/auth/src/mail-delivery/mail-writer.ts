import { Inject, Injectable } from '@nestjs/common';
import type { Mail } from '@vault/integrations/mail';
import { AppError, CLOCK, CONFIG, type Clock } from '@vault/base';
import { InjectClient, type ClientOf } from '@vault/rpc';
import { siteOf, type AuthConfig } from '../config/auth.config.ts';
import { resetLinkMs } from '../domain/mail-times.ts';
import { mailName } from '../domain/mail-words.ts';
import { roleIn } from '../domain/team.ts';
import { stateOf } from '../domain/team-sso.ts';
import { limitsOf } from '../domain/plan-limits.ts';
import { EmailChangeRepository } from '../email-change/email-change.repository.ts';
import type { EmailChange } from '../email-change/email-change.schema.ts';
import { OneTimeTokens } from '../one-time-tokens/one-time-tokens.ts';
import { PasswordResetService } from '../passwords/password-reset.service.ts';
import { InvitationService } from '../teams/invitation.service.ts';
import { TeamRepository } from '../teams/team.repository.ts';
import { UserRepository } from '../users/user.repository.ts';
import type { User } from '../users/user.schema.ts';
import { htmlOf, textOf, type MailContent } from './mail-layout.ts';
import type { MailRecord } from '../mail/mail-record.schema.ts';
import { domainLostContent, emergencySignInContent, ssoRequiredContent } from './sso-mail-content.ts';
import {
  emailChangedContent,
  emailConfirmContent,
  invitationContent,
  memberRemovedContent,
  ownerAddedContent,
  resetContent,
  roleChangedContent,
  teamClosedContent,
  trialEndsContent,
  webinarReadyContent,
  welcomeContent,
} from './mail-content.ts';

/** Together with the time to send, shorter than the lease of a mail. */
const videoDeadlineMs = 2_000;

/** Composes a mail when it is sent, from the data of that moment. */
@Injectable()
export class MailWriter {
  private readonly site: string;

  constructor(
    private readonly users: UserRepository,
    private readonly resets: PasswordResetService,
    private readonly changes: EmailChangeRepository,
    private readonly tokens: OneTimeTokens,
    private readonly invitations: InvitationService,
    private readonly teams: TeamRepository,
    @InjectClient('upload') private readonly upload: ClientOf<'upload'>,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(CONFIG) config: AuthConfig,
  ) {
    this.site = siteOf(config);
  }

  /** @returns undefined when the mail is no longer needed */
  async write(record: MailRecord): Promise<Mail | undefined> {
    const user = (await this.users.find(record.ownerId)) ?? (await this.uploaderOf(record));
    if (!user?.isActive) return undefined;
    if (record.kind === 'invitation') return this.writeInvitation(record, user);
    const change = record.changeId && (await this.changes.find(user._id, record.changeId));
    const content = change
      ? await this.contentOfChange(record.kind, change, user)
      : await this.contentOf(record, user);
    if (!content) return undefined;
    const address = !change ? user.email : record.kind === 'email-confirm' ? change.to : change.from;
    return toMail(record, { name: nameOf(user), address }, content);
  }

  /** Whoever uploaded the video of a team, while they are a member. */
  private async uploaderOf(record: MailRecord): Promise<User | null> {
    if (record.kind !== 'webinar-ready') return null;
    const { createdBy } = (await this.videoOf(record)) ?? {};
    const team = await this.teams.find(record.ownerId);
    const isMember = createdBy !== undefined && team !== null && roleIn(team, createdBy) !== undefined;
    return isMember ? this.users.find(createdBy) : null;
  }

  /** To an address that may have no account. */
  private async writeInvitation(record: MailRecord, sender: User): Promise<Mail | undefined> {
    const { teamId = '', invitationId = '' } = record;
    const open = await this.invitations.find(teamId, invitationId);
    if (!open) return undefined;
    const { team, invitation } = open;
    const token = await this.invitations.issue(open);
    const offer = { ...invitation, team: team.name, sender: nameOf(sender), senderAddress: sender.email };
    const content = invitationContent(offer, { site: this.site, token });
    return toMail(record, { name: '', address: invitation.email }, content);
  }

  private async contentOf(record: MailRecord, user: User): Promise<MailContent | undefined> {
    const { site } = this;
    const now = this.clock.now();
    switch (record.kind) {
      case 'welcome':
        return welcomeContent(user, { site, limits: limitsOf(user) });
      case 'password-reset': {
        const isLate = now.getTime() - record.createdAt.getTime() > resetLinkMs;
        return isLate ? undefined : resetContent(user, { site, token: await this.resets.issue(user._id) });
      }
      case 'trial-ends': {
        const isTrial = user.plan === 'free' && user.membershipEnd > now;
        return isTrial ? trialEndsContent(user, { site }) : undefined;
      }
      case 'webinar-ready': {
        const video = user.readyMail ? await this.videoOf(record) : undefined;
        return video && webinarReadyContent(user, { site, video });
      }
      case 'role-changed':
      case 'owner-added':
      case 'member-removed':
      case 'team-closed':
      case 'sso-required':
      case 'domain-lost':
      case 'emergency-sign-in':
        return this.contentOfTeam(record, user);
      case 'invitation':
      case 'email-confirm':
      case 'email-changed':
        // The change was replaced or undone; an invitation goes to another address.
        return undefined;
    }
  }

  /** What is true of the team when the mail is sent; undefined when it has changed again. */
  private async contentOfTeam(
    { kind, teamId = '', memberId = '', createdAt }: MailRecord,
    user: User,
  ): Promise<MailContent | undefined> {
    const found = await this.teams.find(teamId);
    if (!found) return undefined;
    const { site } = this;
    const { name: team, deletesAt } = found;
    const role = roleIn(found, user._id);
    if (kind === 'member-removed') return role ? undefined : memberRemovedContent(user, { site, team });
    if (kind === 'role-changed') return role && roleChangedContent(user, { site, team, role });
    if (kind === 'owner-added') {
      const owner = roleIn(found, memberId) === 'owner' ? await this.users.find(memberId) : null;
      if (!owner || role !== 'owner') return undefined;
      return ownerAddedContent(user, { site, team, owner: nameOf(owner), ownerAddress: owner.email });
    }
    if (kind === 'sso-required')
      return role && found.sso?.requirement && ssoRequiredContent(user, { site, team });
    if (role !== 'owner') return undefined;
    if (kind === 'domain-lost') {
      const lost = found.sso?.domains.filter((domain) => stateOf(domain) === 'lost').map(({ name }) => name);
      return lost?.length ? domainLostContent(user, { site, team, domains: lost }) : undefined;
    }
    if (kind === 'emergency-sign-in') {
      const owner = await this.users.find(memberId);
      return owner
        ? emergencySignInContent(user, { site, team, owner: nameOf(owner), at: createdAt })
        : undefined;
    }
    return deletesAt ? teamClosedContent(user, { site, team, deletesAt }) : undefined;
  }

  private async contentOfChange(
    kind: MailRecord['kind'],
    change: EmailChange,
    user: User,
  ): Promise<MailContent | undefined> {
    const { site } = this;
    const { _id: subjectId, userId, from, to, expiresAt } = change;
    const link = { userId, subjectId, expiresAt };
    const now = this.clock.now();
    if (kind === 'email-changed') {
      const token = await this.tokens.issue({ ...link, purpose: 'undo-email' });
      return emailChangedContent(user, { site, token, to, undoUntil: expiresAt });
    }
    const isTaken = (await this.users.has(to)) || (await this.changes.isReserved(to, now, userId));
    if (isTaken || change.confirmedAt !== undefined || expiresAt <= now) return undefined;
    const token = await this.tokens.issue({ ...link, purpose: 'confirm-email' });
    return emailConfirmContent(user, { site, token, from });
  }

  /** @returns undefined when the video was deleted meanwhile */
  private async videoOf({ ownerId, videoId = '' }: MailRecord) {
    try {
      return await this.upload.getVideo({ ownerId, videoId }, { deadlineMs: videoDeadlineMs });
    } catch (error) {
      if (AppError.is(error, 'not-found')) return undefined;
      throw error;
    }
  }
}

function nameOf({ firstname, lastname }: Pick<User, 'firstname' | 'lastname'>): string {
  return [firstname, lastname].map(mailName).filter(Boolean).join(' ');
}

function toMail(record: MailRecord, to: Mail['to'], content: MailContent): Mail {
  return {
    id: record._id.replaceAll(':', '-'),
    recipientId: record.ownerId,
    to,
    subject: content.subject,
    text: textOf(content),
    html: htmlOf(content),
    writtenAt: record.createdAt,
  };
}
