import { z } from 'zod';
import { addedTokensLimit, planIds } from '../rules/plans.ts';
import { promptLimit, promptMinimum, quoteCounts } from '../rules/prompts.ts';
import { memberLimit, publishers, roles, teamVideoLimit, workspaceNameLimit } from '../rules/roles.ts';
import { latestTime } from '../rules/utc-day.ts';
import { command, event } from './message.ts';

const user = { userId: z.string() };
/** A workspace, which owns videos, tokens and settings. */
const owner = { ownerId: z.string() };
/** Who requested the change: `user` for the person themselves, else the id of a member of staff. */
const by = z.string().min(1).max(64);
/** Text that a person typed; bounded to keep messages small. */
const prompt = z.string().min(promptMinimum).max(promptLimit);
const name = z.string().max(100);
const teamName = z.string().min(1).max(workspaceNameLimit);

/** The changes of an account that staff may request; absent fields stay unchanged. */
export const accountEdit = {
  firstname: name.optional(),
  lastname: name.optional(),
  plan: z.enum(planIds).optional(),
  isActive: z.boolean().optional(),
  /** Epoch seconds. */
  membershipEnd: z.number().min(0).max(latestTime).optional(),
  /** Below 0 removes tokens, at most those that are left. */
  addTokens: z.number().int().min(-addedTokensLimit).max(addedTokensLimit).optional(),
  version: z.number().int().optional(),
};

const { firstname: _first, lastname: _last, ...planEdit } = accountEdit;

/** The changes of a team that staff may request. */
export const teamEdit = {
  ...planEdit,
  /** In place of what the plan allows; null: what the plan allows. */
  videoLimit: z.number().int().min(0).max(teamVideoLimit).nullable().optional(),
  memberLimit: z.number().int().min(1).max(memberLimit).optional(),
  /** False ends the requirement of single sign-on; only owners of the team begin it. */
  requiresSso: z.literal(false).optional(),
};

export const authCommands = {
  'auth.update-quote-prompt.v1': command({
    logs: ['quoteCount'],
    says: 'Set the quote prompt of the person, and the number of quotes of a chapter.',
    data: {
      ...user,
      customPrompt: prompt,
      quoteCount: z.literal(quoteCounts),
    },
  }),
  'auth.update-search-prompt.v1': command({
    logs: [],
    says: 'Set the system prompt of the person’s chapter searches.',
    data: { ...user, baseSearchPrompt: prompt },
  }),
  'auth.edit-account.v1': command({
    logs: ['plan', 'isActive', 'membershipEnd', 'addTokens'],
    by: ['gateway', 'admin'],
    says: 'Change the given fields of the account; with `version` only when it has not changed since. `addTokens` makes one ledger entry for each message id.',
    data: { ...user, ...accountEdit, readyMail: z.boolean().optional(), by },
  }),
  'auth.delete-account.v1': command({
    logs: false,
    by: ['gateway', 'admin'],
    says: 'Delete the account and all data of this owner in every service. Succeeds when it is already deleted.',
    data: { ...user, by },
  }),
  'auth.request-upgrade.v1': command({
    logs: [],
    says: 'Record that the person requests the executive plan, until staff grant it. At most one request is open.',
    data: user,
  }),
  'auth.grant-upgrade.v1': command({
    logs: [],
    by: ['admin'],
    says: 'Grant the person the executive plan, confirmed, until a month from now or their present end if that is later, and close an open request.',
    data: { ...user, by },
  }),
  'auth.edit-team-plan.v1': command({
    logs: ['plan', 'isActive', 'membershipEnd', 'addTokens', 'videoLimit', 'memberLimit', 'requiresSso'],
    by: ['admin'],
    says: 'Change the given fields of the plan of the team; with `version` only when it has not changed since. `addTokens` makes one ledger entry for each message id.',
    data: { ...owner, ...teamEdit, by },
  }),
  'auth.create-team.v1': command({
    logs: ['name'],
    says: 'Make a team. The actor becomes its owner. Succeeds when the actor has made it already.',
    data: { ...owner, name: teamName },
  }),
  'auth.edit-team.v1': command({
    logs: ['name', 'publishers'],
    says: 'Change the given fields of the team; with `version` only when it has not changed since.',
    data: {
      ...owner,
      name: teamName.optional(),
      publishers: z.enum(publishers).optional(),
      version: z.number().int().optional(),
    },
  }),
  'auth.set-team-picture.v1': command({
    logs: [],
    says: 'Set the picture of the team, a WebP picture in base64, or remove it.',
    data: { ...owner, picture: z.string().max(12_000).nullable() },
  }),
  'auth.delete-team.v1': command({
    logs: [],
    says: 'Close the team for everybody, and delete it and all its data a week later. Succeeds when it is closed already.',
    data: owner,
  }),
  'auth.restore-team.v1': command({
    logs: [],
    says: 'Open a team again that was to be deleted. Succeeds when it is open.',
    data: owner,
  }),
  'auth.set-role.v1': command({
    logs: ['userId', 'role'],
    says: 'Give a member of the team another role. Only an owner makes or changes owners, and one always remains.',
    data: { ...owner, ...user, role: z.enum(roles) },
  }),
  'auth.remove-member.v1': command({
    logs: ['userId'],
    says: 'The actor leaves the team, or an admin removes a member. Succeeds when there is no such member.',
    data: { ...owner, ...user },
  }),
  'auth.withdraw-invitation.v1': command({
    logs: ['invitationId'],
    says: 'End an invitation, whose link then no longer works. Succeeds when there is none.',
    data: { ...owner, invitationId: z.string().max(64) },
  }),
};

export const authEvents = {
  'auth.account-changed.v1': event({
    to: ['gateway'],
    says: 'A field of the account that its owner and staff see has changed. `version` rises with each edit.',
    data: { ...user, version: z.number() },
  }),
  'auth.access-ended.v1': event({
    to: ['gateway', 'upload', 'chaptering'],
    says: 'The owner, a person or a team, may no longer upload or spend tokens: the running operations are ended and the tokens returned.',
    data: { ...user, reason: z.enum(['deactivated', 'expired', 'deleted']) },
  }),
  'auth.sessions-ended.v1': event({
    to: ['gateway', 'upload'],
    says: 'The session `sessionId` has ended; without it, every session of the person that auth does not list as open.',
    data: { ...user, sessionId: z.string().optional() },
  }),
  'auth.member-changed.v1': event({
    to: ['gateway', 'upload'],
    says: 'A person has another role in a team now; without a role they are no member any more.',
    data: { ...owner, ...user, role: z.enum(roles).optional() },
  }),
  'auth.team-changed.v1': event({
    to: ['gateway'],
    says: 'The name of a team has changed, or who may publish in it. `version` rises with each change.',
    data: { ...owner, version: z.number() },
  }),
  'auth.account-deleted.v1': event({
    to: ['gateway', 'upload', 'chaptering', 'search', 'clip', 'portal', 'admin'],
    says: 'The account of a person, or a team, was deleted; each service deletes its data of this owner.',
    data: user,
  }),
};
