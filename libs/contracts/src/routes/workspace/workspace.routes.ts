import { z } from 'zod';
import { planIds } from '../../rules/plans.ts';
import {
  inviteLimits,
  memberLimit,
  publishers,
  roles,
  teamVideoLimit,
  workspaceNameLimit,
} from '../../rules/roles.ts';
import { planEdit } from '../admin.routes.ts';
import { email, mailedToken } from '../auth.routes.ts';
import { listFilter, requiredPage } from '../fields/list-order.ts';
import { lineOfText, paragraphs } from '../fields/text.ts';
import { uploadedPicture } from '../fields/uploaded-picture.ts';

const name = lineOfText(workspaceNameLimit).refine(
  (text) => /[\p{L}\p{N}\p{S}\p{P}]/u.test(text),
  'Enter a name.',
);
export const teamId = z
  .string()
  .regex(/^[\w-]{1,64}$/, 'The team was not found.')
  .describe('The id of a team.');

const role = z.enum(roles);
const version = z.number().int().describe('Rises with each change of the team.');

/** A workspace of the caller. */
export const workspaceItem = z.object({
  id: z.string().describe('Send it as the header `Vault-Workspace`.'),
  name: z.string(),
  kind: z.enum(['personal', 'team']),
  role: role.describe('What the caller may do in it.'),
  publishers: z.enum(publishers).describe('Who may share moments and publish portals.'),
  picture: z.string().optional().describe('A data address of a square picture; only of a team that has one.'),
  linked_at: z
    .number()
    .optional()
    .describe(
      'Epoch seconds: since when the caller signs in through the provider of the team; only in the list.',
    ),
  deletes_at: z
    .number()
    .optional()
    .describe('Epoch seconds; only of a team that is closed until it is deleted. Only its owners see it.'),
});
export type WorkspaceItem = z.infer<typeof workspaceItem>;

/** `POST /workspaces`. */
export const newTeamBody = z.object({ name });

/** `PATCH /workspace`. */
export const teamBody = z
  .object({
    name: name.optional(),
    publishers: z.enum(publishers).optional(),
    version: version
      .optional()
      .describe('Of the answer that was edited: the change is refused when another came between.'),
  })
  .refine((fields) => fields.name !== undefined || fields.publishers !== undefined, {
    message: 'Send a field to change.',
  });

/** `POST /workspace/picture`. */
export const teamPictureBody = z.object({ image: uploadedPicture('picture') });

/** `DELETE /workspace`. */
export const deleteTeamBody = z.object({
  name: z.string().max(1_000).describe('The name of the team, as a confirmation.'),
});

/** `GET /workspace`: the workspace of the request. */
export const workspaceRecord = workspaceItem.extend({
  plan: z.enum(planIds),
  is_confirmed: z.boolean(),
  membership_end: z.number().describe('Epoch seconds.'),
  upgrade_requested_at: z.number().nullable().describe('Epoch seconds; null when no request is open.'),
  video_limit: z.int(),
  monthly_tokens: z.int(),
  token_balance: z.int().nullable().describe('Tokens that can be spent; null for who may not spend any.'),
  member_count: z.int(),
  member_limit: z.int().describe('Of members and open invitations together; 1 in a personal workspace.'),
  owners: z.array(z.string()).describe('The names of the owners.'),
  version,
});
export type WorkspaceRecord = z.infer<typeof workspaceRecord>;

export const memberId = z
  .string()
  .regex(/^[\w-]{1,64}$/, 'This person is not a member.')
  .describe('The id of the person.');

/** A member of a team. */
export const memberRow = z.object({
  id: memberId,
  firstname: z.string(),
  lastname: z.string(),
  email: z.string().nullable().describe('Null for viewers and reviewers.'),
  role,
  since: z.number().describe('Epoch seconds.'),
  invited_by: z.string().nullable().describe('The name of whoever has invited them; null when nobody did.'),
  is_active: z.boolean().describe('Whether their account is switched on.'),
  last_here: z
    .number()
    .nullable()
    .describe(
      'Epoch seconds: when they last used the team. Null without a use in the last year, and for viewers and reviewers.',
    ),
});
export type MemberRow = z.infer<typeof memberRow>;

export const invitationId = z
  .string()
  .regex(/^[\w-]{1,64}$/, 'This invitation was not found.')
  .describe('The id of the invitation.');

/** An open invitation. */
export const invitationRow = z.object({
  id: invitationId,
  email: z.string(),
  role,
  invited_by: z.string(),
  created_at: z.number().describe('Epoch seconds.'),
  expires_at: z.number().describe('Epoch seconds.'),
});
export type InvitationRow = z.infer<typeof invitationRow>;

/** `GET /workspace/members`. */
export const memberList = z.object({
  members: z.array(memberRow),
  invitations: z.array(invitationRow).describe('Empty for whoever may not invite.'),
  member_limit: z.int(),
});
export type MemberList = z.infer<typeof memberList>;

/** `PATCH /workspace/members/{id}`. */
export const roleBody = z.object({ role });

/** `POST /workspace/invitations`. */
export const inviteBody = z.object({
  emails: z
    .array(email)
    .min(1, 'Enter an e-mail address.')
    .max(inviteLimits.addresses, `Invite at most ${String(inviteLimits.addresses)} people at once.`),
  role,
  note: paragraphs(inviteLimits.note)
    .default('')
    .describe('Plain text, for the mail, which leaves it out when it may contain an address.'),
});

export const invitedResults = ['sent', 'sent-again', 'member', 'full'] as const;

/** What became of an address: `full` means that the team has no seat left. */
export const invitedRow = z.object({ email: z.string(), result: z.enum(invitedResults) });
export type InvitedRow = z.infer<typeof invitedRow>;

/** `POST /auth/invitation` and `POST /workspaces/accept`. */
export const invitationBody = z.object({ token: mailedToken });

/** What the link of an invitation offers. */
export const offeredInvitation = z.object({
  team: z.string(),
  invited_by: z.string(),
  email: z.string().describe('The address that it is for.'),
  role,
  expires_at: z.number().describe('Epoch seconds.'),
});
export type OfferedInvitation = z.infer<typeof offeredInvitation>;

/** `GET /admin/teams`. */
export const teamsQuery = z.object({
  ...requiredPage,
  q: listFilter.describe('Part of the name, in any case, or the id.'),
});

/** A team, for staff. */
export const teamRow = z.object({
  _id: z.string(),
  name: z.string(),
  owners: z.array(z.string()).describe('E-mail addresses.'),
  members: z.int(),
  member_limit: z.int(),
  plan: z.enum(planIds),
  video_limit: z.int(),
  token_balance: z.int(),
  created_at: z.number().describe('Epoch seconds.'),
  membership_end: z.number().describe('Epoch seconds.'),
  is_active: z.boolean(),
  single_sign_on: z.enum(['off', 'on', 'required']),
  upgrade_requested_at: z.number().nullable().describe('Epoch seconds; null when no request is open.'),
  deletes_at: z
    .number()
    .nullable()
    .describe('Epoch seconds: an owner has closed the team, which is deleted then. Null when it is open.'),
  version: z.int().describe('Rises with each edit; send it back with an edit.'),
});
export type TeamRow = z.infer<typeof teamRow>;

/** `POST /admin/team/{id}`: absent fields stay unchanged. */
export const editTeamBody = z.object({
  ...planEdit,
  video_limit: z
    .int()
    .min(0)
    .max(teamVideoLimit)
    .nullable()
    .optional()
    .describe('Videos in place of those of the plan; null: those of the plan.'),
  member_limit: z.int().min(1).max(memberLimit).optional(),
  requires_sso: z
    .literal(false)
    .optional()
    .describe('False ends the requirement of single sign-on, for owners who are locked out.'),
  version: version.optional().describe('The `version` that was edited; absent: the edit is always saved.'),
});
export type EditTeamBody = z.input<typeof editTeamBody>;
