/** What a member of a workspace may be, from the least: each role may do all that the roles before it may. */
export const roles = ['viewer', 'reviewer', 'editor', 'admin', 'owner'] as const;

export type Role = (typeof roles)[number];

/** What calls need, each with the least role that has it. */
const leastRoles = {
  /** About the person alone, whatever the workspace. */
  person: 'viewer',
  'library.read': 'viewer',
  comment: 'reviewer',
  upload: 'editor',
  'library.edit': 'editor',
  /** Spends tokens. */
  generate: 'editor',
  'prompts.edit': 'editor',
  'library.delete': 'editor',
  /** Reaches the public. */
  share: 'editor',
  'portals.edit': 'editor',
  'portals.publish': 'editor',
  'tokens.read': 'editor',
  members: 'admin',
  'workspace.edit': 'admin',
  'audit.read': 'admin',
  plan: 'admin',
  /** What guards the data of the team. */
  security: 'owner',
  /** Of the team itself. */
  delete: 'owner',
} as const satisfies Record<string, Role>;

export type Permission = keyof typeof leastRoles;

export const permissions = Object.keys(leastRoles) as readonly Permission[];

/** Whoever tries a call without one of these leaves an entry in the audit log of the team. */
export const recordedRefusals: ReadonlySet<Permission> = new Set([
  ...(['members', 'workspace.edit', 'security', 'delete', 'plan', 'audit.read'] as const),
  ...(['portals.publish', 'share', 'library.delete'] as const),
]);

/** The most refusals of one person in a team that are recorded in an hour, so that nobody fills its log. */
export const recordedRefusalLimit = 20;

/** Who may publish in a workspace. */
export const publishers = ['editors', 'admins'] as const;
export type Publishers = (typeof publishers)[number];

const published: readonly Permission[] = ['share', 'portals.publish'];

/** A member of a workspace, as far as their permissions depend on it. */
export interface Member {
  readonly role: Role;
  readonly publishers: Publishers;
}

/** Whether a member has a permission. */
export function may(member: Member, permission: Permission): boolean {
  const isPublic = member.publishers === 'admins' && published.includes(permission);
  return isAtLeast(member.role, isPublic ? 'admin' : leastRoles[permission]);
}

/** Whether a role may do all that another may. */
export function isAtLeast(role: Role, other: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(other);
}

/** The refusal of a call about a workspace of others, or about none. Pages know by it that a membership has ended. */
export const notMember = 'You are not a member of this workspace.';

/** The refusal of a call about a team that an owner has closed. Pages know by it that the team can be left only. */
export const unavailable = (name: string): string => `${name} is not available.`;

/** The most teams of one person. */
export const teamLimit = 20;
/** The most videos that staff allow a team. */
export const teamVideoLimit = 2_000;
/** The most members of one team, together with open invitations; staff may allow a team fewer. */
export const memberLimit = 500;
/** Of invitations: addresses at once, open ones of a team, characters of a note, and addresses in a day. */
export const inviteLimits = { addresses: 50, open: 100, note: 280, perDay: 100 } as const;
/** Days in which an invitation can be accepted. */
export const invitationDays = 7;
export const workspaceNameLimit = 60;
/** Days that an entry of the audit log of a workspace is kept. */
export const logDays = 400;
/** Days in which a team that an owner has deleted can be restored. */
export const restoreDays = 7;
