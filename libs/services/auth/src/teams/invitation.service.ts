import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { AppError, CLOCK, LOGGER, type Clock, type Logger } from '@vault/base';
import { inviteLimits, teamLimit, type InvitedRow, type Role } from '@vault/contracts';
import type { authRpc } from '@vault/contracts/rpc';
import { auditEntry, idFrom } from '@vault/messaging';
import { AccountTriesRepository, countAttempt, type TryLimit } from '@vault/identity';
import {
  invite,
  isOpen,
  join,
  openInvitations,
  removeMember,
  roleIn,
  type InviteDecision,
  type TeamInvitation,
} from '../domain/team.ts';
import type { Workspace } from '../domain/workspace.ts';
import { MailOutbox } from '../mail/mail-outbox.ts';
import { OneTimeTokens } from '../one-time-tokens/one-time-tokens.ts';
import { AccountListRepository } from '../users/account-list.repository.ts';
import { SsoEnforcement } from '../sso/sso-enforcement.ts';
import { UserRepository } from '../users/user.repository.ts';
import { memberChanged } from './team-events.ts';
import { TeamRepository } from './team.repository.ts';
import type { TeamDocument } from './team.schema.ts';
import { tooManyTeams, workspaceIn } from './workspace.service.ts';

const limit: TryLimit = { tries: inviteLimits.perDay, windowMs: 24 * 60 * 60 * 1_000 };
const purpose = 'invitation';

/** An open invitation with its team. */
export interface OpenInvitation {
  readonly team: TeamDocument;
  readonly invitation: TeamInvitation;
}

/** Invites people to teams by mail, and lets them join. */
@Injectable()
export class InvitationService {
  constructor(
    private readonly teams: TeamRepository,
    private readonly users: UserRepository,
    private readonly list: AccountListRepository,
    private readonly tokens: OneTimeTokens,
    private readonly mails: MailOutbox,
    private readonly tries: AccountTriesRepository,
    private readonly enforcement: SsoEnforcement,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** @throws {AppError} `forbidden`, `not-found`, or `too-many-requests`: then nobody is invited */
  async invite(input: authRpc.InviteRequest): Promise<readonly InvitedRow[]> {
    const { ownerId, userId, emails, role, note, requestKey } = input;
    const before = await this.teams.get(ownerId);
    const people = await this.list.byIds(before.members.map((member) => member.userId));
    const taken = new Set(people.map(({ email }) => email));
    const idOf = (email: string) =>
      requestKey === undefined ? randomUUID() : idFrom(`${requestKey} ${email}`);
    const ids = new Map(emails.map((email) => [email, idOf(email)]));
    const request = { invitedBy: userId, role: role as Role, note, emails, taken };
    const decide = (team: TeamDocument) =>
      invite(team, { ...request, idOf: (email) => ids.get(email) ?? '' }, this.clock.now());
    await this.count(ownerId, userId, decide(before).sent.length);
    const decisions: InviteDecision[] = [];
    await this.teams.change(ownerId, (team) => {
      const decision = decide(team);
      decisions.push(decision);
      const count = decision.sent.length;
      const fields = { role, invitations: count };
      // Never the key, which a client may use for other addresses too: the log keeps one entry for each id.
      const entry = auditEntry({ id: randomUUID(), ownerId, action: 'auth.invite', fields });
      return { set: decision.change, events: entry && count > 0 ? [entry] : [] };
    });
    const { sent = [], repeated = [], results = [] } = decisions.at(-1) ?? {};
    for (const { id } of [...sent, ...repeated])
      await this.mails.enqueue({
        ...{ kind: 'invitation', userId, key: `invitation:${id}`, teamId: ownerId, invitationId: id },
      });
    this.logger.info({ ownerId, userId, sent: sent.length }, 'people were invited to a team');
    return results;
  }

  /** Creates the token of a link, for a mail. */
  issue({ team, invitation }: OpenInvitation): Promise<string> {
    const { id: subjectId, invitedBy: userId, expiresAt } = invitation;
    return this.tokens.issue({ purpose, userId, subjectId, teamId: team._id, expiresAt });
  }

  /** @returns undefined when it was withdrawn, accepted, or has expired, or its sender is deactivated */
  async find(teamId: string, invitationId: string): Promise<OpenInvitation | undefined> {
    const team = await this.teams.find(teamId);
    if (!team) return undefined;
    const invitation = openInvitations(team, this.clock.now()).find(({ id }) => id === invitationId);
    if (!invitation) return undefined;
    const sender = await this.users.find(invitation.invitedBy);
    return sender?.isActive ? { team, invitation } : undefined;
  }

  /** What the link of an invitation offers. @throws {AppError} `gone` */
  async show(token: string): Promise<OpenInvitation> {
    const found = await this.findOpen(token);
    if (found) return found;
    throw ended();
  }

  /**
   * Makes the person a member, once for each invitation.
   * @throws {AppError} `gone`; `conflict` when it is for another address, or the person is in too many teams;
   *   `limit-reached` when the team has no seat left
   */
  async accept(token: string, userId: string): Promise<Workspace> {
    const [found, user, own] = await Promise.all([
      this.findOpen(token),
      this.users.get(userId),
      this.teams.ofPerson(userId),
    ]);
    // An earlier try may have made the person a member. Read after the invitation, which that try used up.
    const before = await this.teamOf(token, userId);
    if (before) return before;
    if (!found) throw ended();
    const { team, invitation } = found;
    if (user.email !== invitation.email)
      throw new AppError('conflict', `This invitation is for ${masked(invitation.email)}.`);
    if (own.length >= teamLimit) throw tooManyTeams();
    // Of two requests at once, the second one finds the person as a member.
    const isValid = (current: TeamDocument) =>
      openInvitations(current, this.clock.now()).some(({ id }) => id === invitation.id);
    const workspace = await this.join(team._id, invitation, userId, isValid);
    await this.enforcement.endUnlessSignedOn(team._id, user);
    return workspace;
  }

  /**
   * Makes somebody a member, with the invitation of this id if there is one.
   * @param isAllowed by the newest state of the team
   * @throws {AppError} `gone`; `conflict` when the person is in too many teams; `limit-reached` when the team has no seat
   *   left
   */
  async join(
    teamId: string,
    by: Pick<TeamInvitation, 'id' | 'role' | 'invitedBy'>,
    userId: string,
    isAllowed: (team: TeamDocument) => boolean = isOpen,
  ): Promise<Workspace> {
    const { id, role } = by;
    const joined = await this.teams.change(teamId, (current) => {
      const isMember = roleIn(current, userId) !== undefined;
      if (!isMember && !isAllowed(current)) throw ended();
      const set = join(current, by, userId, this.clock.now());
      if (isMember) return { set };
      const entry = auditEntry({ id, ownerId: teamId, action: 'auth.join', fields: { userId, role } });
      return { set, events: [memberChanged(teamId, userId, role), ...(entry ? [entry] : [])] };
    });
    if (role === 'owner') await this.mails.toOwners(joined, 'owner-added', id, userId);
    this.logger.info({ ownerId: teamId, userId }, 'a person joined a team');
    const workspace = workspaceIn(joined, userId);
    if (!workspace) throw ended();
    // Counted after it is stored, so that joining several teams at once counts each of them.
    if ((await this.teams.ofPerson(userId)).length > teamLimit) {
      await this.teams.change(teamId, (current) => {
        // Not when they are the only owner meanwhile.
        const set = removeMember(current, { actorId: userId, userId });
        const fields = { userId };
        const left = auditEntry({ id: `${id}-left`, ownerId: teamId, action: 'auth.remove-member', fields });
        return set && { set, events: [memberChanged(teamId, userId), ...(left ? [left] : [])] };
      });
      throw tooManyTeams();
    }
    return workspace;
  }

  /** The team of an invitation, which may be used already, for a member of it. @throws {AppError} `not-found` */
  async findTeam(token: string, userId: string): Promise<Workspace> {
    const team = await this.teamOf(token, userId);
    if (!team || team.deletesAt) throw AppError.notFound('The team');
    return team;
  }

  private async findOpen(token: string): Promise<OpenInvitation | undefined> {
    const { teamId = '', subjectId = '' } = (await this.tokens.find(purpose, token)) ?? {};
    return this.find(teamId, subjectId);
  }

  private async teamOf(token: string, userId: string): Promise<Workspace | undefined> {
    const { teamId = '' } = (await this.tokens.find(purpose, token)) ?? {};
    const team = await this.teams.find(teamId);
    return team ? workspaceIn(team, userId) : undefined;
  }

  /** Counts mails by the team and by the person, who may make many teams. */
  private async count(ownerId: string, userId: string, count: number): Promise<void> {
    const what = 'Too many invitations were sent today.';
    for (const key of [`invite:${ownerId}`, `invite-by:${userId}`])
      await countAttempt(this.tries, { key, at: this.clock.now().getTime(), limit, count, what });
  }
}

function ended(): AppError {
  return new AppError('gone', 'This invitation has ended. Ask for a new one.');
}

/** `b…@acme.com`: whoever has the link by mistake does not learn the address. */
function masked(email: string): string {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, 1)}…${email.slice(at)}`;
}
