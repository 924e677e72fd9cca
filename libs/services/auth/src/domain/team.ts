import {
  AppError,
  inviteLimits,
  invitationDays,
  isAtLeast,
  memberLimit,
  roles,
  type InvitedRow,
  type Publishers,
  type Role,
} from '@vault/contracts';

const dayMs = 24 * 60 * 60 * 1_000;

export interface TeamMember {
  readonly userId: string;
  readonly role: Role;
  readonly since: Date;
  /** Absent for whoever made the team, or came in through its provider. */
  readonly invitedBy?: string;
}

/** An invitation that was neither accepted nor withdrawn. */
export interface TeamInvitation {
  readonly id: string;
  readonly email: string;
  readonly role: Role;
  readonly invitedBy: string;
  readonly note: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** Who belongs to a team. Both lists are in one document, so that an owner always remains and no seat is given twice. */
export interface Roster {
  readonly name: string;
  readonly publishers: Publishers;
  readonly members: readonly TeamMember[];
  readonly invitations: readonly TeamInvitation[];
  /** Absent: {@link memberLimit}. */
  readonly memberLimit?: number;
}

/** Whether a team works: not while it is to be deleted, or switched off by staff. */
interface Closable {
  readonly isActive: boolean;
  readonly deletesAt?: Date;
}

export type RosterChange = Partial<Pick<Roster, 'members' | 'invitations'>>;

/** @returns undefined when the person is not a member */
export function roleIn({ members }: Pick<Roster, 'members'>, userId: string): Role | undefined {
  return members.find((member) => member.userId === userId)?.role;
}

/**
 * Gives a member another role.
 * @returns undefined when they have it already
 * @throws {AppError} `not-found`; `forbidden`; `conflict` when the team would be without an owner
 */
export function setRole(
  team: Roster,
  { actorId, userId, role }: { readonly actorId: string; readonly userId: string; readonly role: Role },
): RosterChange | undefined {
  const before = roleIn(team, userId);
  if (before === undefined) throw new AppError('not-found', 'This person is not a member.');
  requireAbove(team, actorId, [before, role]);
  if (before === role) return undefined;
  const members = withRole(team.members, userId, role);
  return withoutInvitations(team, withOwner(team, members));
}

/** Gives a member the role that the groups of their provider say. Nobody stops to be an owner by it. */
export function setRoleOfGroups(team: Roster, userId: string, role: Role): RosterChange {
  return withoutInvitations(team, withRole(team.members, userId, role));
}

/**
 * Ends a membership: of the actor in any role, of somebody else by an admin, of an owner by an owner.
 * @returns undefined when there is none
 * @throws {AppError} `forbidden`; `conflict` when the team would be without an owner
 */
export function removeMember(
  team: Roster,
  { actorId, userId }: { readonly actorId: string; readonly userId: string },
): RosterChange | undefined {
  const role = roleIn(team, userId);
  if (role === undefined) return undefined;
  if (actorId !== userId) requireAbove(team, actorId, [role]);
  return withoutInvitations(team, withOwner(team, without(team.members, userId)));
}

export function isOpen({ isActive, deletesAt }: Closable): boolean {
  return isActive && deletesAt === undefined;
}

/** The open invitations, without expired ones. None of a team that does not work. */
export function openInvitations(team: Roster & Closable, now: Date): TeamInvitation[] {
  return isOpen(team) ? team.invitations.filter(({ expiresAt }) => expiresAt > now) : [];
}

/** What became of each address that was invited. */
export interface InviteDecision {
  readonly change: RosterChange;
  readonly results: readonly InvitedRow[];
  readonly sent: readonly TeamInvitation[];
  /** Those that an earlier try of the same request has stored: whether it has stored their mails nobody knows. */
  readonly repeated: readonly TeamInvitation[];
}

/**
 * Invites addresses. An address with an open invitation gets a new one in place of it.
 * @param taken addresses of members
 * @throws {AppError} `forbidden` when the actor may not give the role
 */
export function invite(
  team: Roster & Closable,
  request: Pick<TeamInvitation, 'invitedBy' | 'role' | 'note'> & {
    readonly emails: readonly string[];
    readonly taken: ReadonlySet<string>;
    readonly idOf: (email: string) => string;
  },
  now: Date,
): InviteDecision {
  const { emails, taken, idOf, ...about } = request;
  requireAbove(team, about.invitedBy, [about.role]);
  const open = new Map(openInvitations(team, now).map((invitation) => [invitation.email, invitation]));
  const expiresAt = new Date(now.getTime() + invitationDays * dayMs);
  const sent: TeamInvitation[] = [];
  const repeated: TeamInvitation[] = [];
  const results = [...new Set(emails)].map((email): InvitedRow => {
    if (taken.has(email)) return { email, result: 'member' };
    const id = idOf(email);
    const known = open.get(email);
    if (known?.id === id) {
      repeated.push(known);
      return { email, result: 'sent' };
    }
    if (!known && isFull(team, open.size)) return { email, result: 'full' };
    // Sending it again keeps what its sender wrote.
    const note = about.note || (known?.note ?? '');
    const invitation = { ...about, note, id, email, createdAt: now, expiresAt };
    open.set(email, invitation);
    sent.push(invitation);
    return { email, result: known ? 'sent-again' : 'sent' };
  });
  return { change: { invitations: [...open.values()] }, results, sent, repeated };
}

/** Ends an invitation. @returns undefined when there is none */
export function withdraw(team: Roster, actorId: string, invitationId: string): RosterChange | undefined {
  const found = team.invitations.find(({ id }) => id === invitationId);
  if (!found) return undefined;
  requireAbove(team, actorId, [found.role]);
  return { invitations: team.invitations.filter((other) => other !== found) };
}

/**
 * Makes whoever was invited a member.
 * @throws {AppError} `limit-reached` when the team has no seat left
 */
export function join(
  team: Roster,
  { id, role, invitedBy }: Pick<TeamInvitation, 'id' | 'role' | 'invitedBy'>,
  userId: string,
  now: Date,
): RosterChange {
  const invitations = team.invitations.filter((other) => other.id !== id);
  if (roleIn(team, userId) !== undefined) return { invitations };
  // The seats of open invitations count too, but this one is taken now.
  if (team.members.length >= seatsOf(team))
    throw new AppError('limit-reached', `${team.name} has no seat left. Ask an owner of the team.`);
  const by = invitedBy === '' ? {} : { invitedBy };
  return { members: [...team.members, { userId, role, since: now, ...by }], invitations };
}

/** Takes a person out whose account was deleted. Where no owner is left, the highest role becomes one. */
export function withoutDeleted(team: Roster, userId: string): Required<RosterChange> {
  const left = without(team.members, userId);
  const [heir] = left.toSorted((a, b) => roles.indexOf(b.role) - roles.indexOf(a.role));
  return withoutInvitations(team, heir ? withRole(left, heir.userId, 'owner') : left);
}

function withRole(members: readonly TeamMember[], userId: string, role: Role): TeamMember[] {
  return members.map((member) => (member.userId === userId ? { ...member, role } : member));
}

function without(members: readonly TeamMember[], userId: string): TeamMember[] {
  return members.filter((member) => member.userId !== userId);
}

/** Whether a person is the only owner. */
export function isOnlyOwner({ members }: Pick<Roster, 'members'>, userId: string): boolean {
  return members.every((member) => (member.role === 'owner') === (member.userId === userId));
}

export function seatsOf(team: Pick<Roster, 'memberLimit'>): number {
  return team.memberLimit ?? memberLimit;
}

function isFull(team: Roster, open: number): boolean {
  return open >= inviteLimits.open || team.members.length + open >= seatsOf(team);
}

/** @throws {AppError} `forbidden` unless the actor may deal with members of all these roles */
function requireAbove(team: Roster, actorId: string, others: readonly Role[]): void {
  const role = roleIn(team, actorId);
  if (role === undefined || !isAtLeast(role, 'admin'))
    throw new AppError('forbidden', `Only admins and owners of ${team.name} change its members.`);
  if (!others.every((other) => mayGive(role, other)))
    throw new AppError('forbidden', `Only owners of ${team.name} change owners.`);
}

/** The members, with the invitations of those who may still invite: what has ended stays ended. */
function withoutInvitations(team: Roster, members: TeamMember[]): Required<RosterChange> {
  const invitations = team.invitations.filter(({ invitedBy, role }) => {
    const sender = roleIn({ members }, invitedBy);
    return sender !== undefined && mayGive(sender, role);
  });
  return { members, invitations };
}

/** Whether a member may make somebody a member of this role. */
function mayGive(giver: Role, role: Role): boolean {
  return isAtLeast(giver, 'admin') && isAtLeast(giver, role);
}

/** @throws {AppError} `conflict` when no owner is left */
function withOwner({ name }: Roster, members: TeamMember[]): TeamMember[] {
  if (members.some(({ role }) => role === 'owner')) return members;
  throw new AppError('conflict', `${name} needs an owner. Make somebody else owner first.`);
}
