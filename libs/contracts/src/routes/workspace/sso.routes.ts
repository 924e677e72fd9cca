import { z } from 'zod';
import { groupsClaimProblem, usualGroupsClaim } from '../../rules/claim-name.ts';
import { domainNameOf, isSharedDomain } from '../../rules/domain-name.ts';
import type { roles } from '../../rules/roles.ts';
import { mailedToken, password, sessionUser } from '../auth.routes.ts';
import { lineOfText } from '../fields/text.ts';
import { memberId, teamId } from './workspace.routes.ts';

/** The most domains of a team, groups with a role, and members that are named because of their addresses. */
export const ssoLimits = { domains: 5, groups: 100, outside: 50 } as const;

/** What a provider makes of people: everything but an owner. */
export const ssoRoles = [
  'viewer',
  'reviewer',
  'editor',
  'admin',
] as const satisfies readonly (typeof roles)[number][];
const role = z.enum(ssoRoles);

/** The name of a domain, in the one form in which it is stored and compared. */
const domainName = z
  .string()
  .max(1_000)
  .transform((text, context) => {
    const name = domainNameOf(text);
    if (name === undefined)
      context.addIssue({ code: 'custom', message: 'Enter a domain, such as acme.com.' });
    else if (isSharedDomain(name))
      context.addIssue({ code: 'custom', message: `${name} cannot be claimed.` });
    return name ?? z.NEVER;
  });

/** The name of a claim, as a provider writes it. */
const groupsClaim = z
  .string()
  .max(1_000)
  .trim()
  .superRefine((name, context) => {
    const message = groupsClaimProblem(name);
    if (message !== '') context.addIssue({ code: 'custom', message });
  })
  .default(usualGroupsClaim)
  .describe('The name of the claim in which the provider sends the groups of a person.');

/** `POST /workspace/domains`. */
export const domainBody = z.object({ domain: domainName });
export const domainParams = z.object({ domain: domainName.describe('The name of the domain.') });

const ssoDomain = z.object({
  name: z.string(),
  state: z
    .enum(['waiting', 'verified', 'lost'])
    .describe('Lost: its record was not found for days. Nobody new signs in with its addresses then.'),
  record_name: z.string().describe('The name of the TXT record that proves that the domain is yours.'),
  record_value: z.string(),
  found: z.string().nullable().describe('Another value that the last check has found; null when none.'),
  checked_at: z.number().nullable().describe('Epoch seconds of the last check.'),
  verified_at: z.number().nullable().describe('Epoch seconds.'),
});

/** What a test of the sign-in has shown. */
const ssoCheck = z.object({
  what: z
    .enum(['answer', 'issuer', 'audience', 'nonce', 'signature', 'time', 'address', 'groups', 'removal'])
    .describe('`answer`: the provider gave no answer that could be checked in parts.'),
  is_ok: z.boolean(),
  text: z.string().describe('What was found, or what is wrong, as a sentence.'),
});

const groups = z
  .array(z.object({ name: lineOfText(200), role }))
  .max(ssoLimits.groups, `Give at most ${String(ssoLimits.groups)} groups a role.`);
const newPeople = z
  .enum(['invited', ...ssoRoles])
  .describe('The role of people whom no group gives one; `invited`: only who was invited comes in.');
const trustsAddresses = z
  .boolean()
  .describe(
    'Whether an address counts about which the provider does not say that it is confirmed. Only in verified domains.',
  );

/** `GET /workspace/sso`: how the people of a team sign in. */
export const ssoRecord = z.object({
  domains: z.array(ssoDomain),
  provider: z
    .object({
      issuer: z.string(),
      client_id: z.string(),
      secret_set_at: z.number().describe('Epoch seconds.'),
      algorithms: z.array(z.string()),
      key_count: z.int(),
      has_back_channel: z.boolean().describe('Whether it says when it signs somebody out.'),
    })
    .nullable(),
  redirect_url: z.string().describe('Where the provider sends people back to.'),
  sign_out_url: z.string().describe('Where the provider says whom it has signed out (back channel).'),
  people: z.object({
    new_people: newPeople,
    groups_claim: z.string().describe('The claim in which the provider sends the groups of a person.'),
    groups,
    trusts_addresses: trustsAddresses,
  }),
  test: z
    .object({
      at: z.number().describe('Epoch seconds.'),
      by: z.string().describe('The name of who has tested it.'),
      is_passed: z.boolean(),
      checks: z
        .array(ssoCheck)
        .describe('What could not be checked, because something else is wrong, is not in it.'),
    })
    .nullable()
    .describe('The last test with this provider.'),
  requirement: z
    .object({
      since: z.number().describe('Epoch seconds.'),
      emergency_owner: z.string().describe('The id of the owner who may sign in with a password.'),
    })
    .nullable(),
  obstacle: z.string().describe('Why it cannot be required yet, as a sentence; empty when it can.'),
  members: z.object({
    inside: z.int().describe('Members with an address in a verified domain.'),
    signed_in: z.int().describe('Members who have signed in through the provider.'),
    outside: z
      .array(z.string())
      .describe(`Addresses of members in no verified domain; at most ${String(ssoLimits.outside)}.`),
    removable: z
      .array(z.object({ id: z.string(), name: z.string(), email: z.string() }))
      .describe('Those of them who are no owners: `also_remove` may name them.'),
  }),
});
export type SsoRecord = z.infer<typeof ssoRecord>;
export type SsoDomain = SsoRecord['domains'][number];

/** `PUT /workspace/sso/provider`. */
export const ssoProviderBody = z.object({
  issuer: z.string().trim().max(500),
  client_id: z.string().trim().min(1, 'Enter the client id.').max(500),
  client_secret: z
    .string()
    .min(1, 'Enter the client secret.')
    .max(1_000)
    .optional()
    .describe('It is never answered; absent keeps the one of the same issuer and client.'),
});

/** `PUT /workspace/sso/people`. */
export const ssoPeopleBody = z.object({
  new_people: newPeople,
  groups_claim: groupsClaim,
  groups,
  trusts_addresses: trustsAddresses,
});
export type SsoPeople = z.infer<typeof ssoPeopleBody>;

/** `PUT /workspace/sso/requirement`. */
export const ssoRequirementBody = z
  .object({
    emergency_owner: z
      .string()
      .max(64)
      .nullable()
      .describe('The id of the owner who may go on signing in with a password; null ends the requirement.'),
    also_remove: z
      .array(memberId)
      .max(ssoLimits.outside)
      .default([])
      .describe(
        'The ids of members in `removable` to remove when it becomes required. When one of them may not be removed any more, nothing is changed.',
      ),
  })
  .refine(({ emergency_owner: owner, also_remove: ids }) => owner !== null || ids.length === 0, {
    path: ['also_remove'],
    message: 'People are removed only when single sign-on becomes required.',
  });

/** Data of calls that begin a sign-in at a provider. */
export const begunSso = z.object({
  url: z.string().describe('The address of the provider, for the browser.'),
});

/** `POST /auth/sso`: an address of a person, or the id of a team. */
export const beginSsoBody = z
  .object({ email: z.string().max(1_000).optional(), team: teamId.optional() })
  .refine(({ email, team }) => (email === undefined) !== (team === undefined), {
    message: 'Send an address or a team.',
  });

/** What came back from a provider. */
export const finishSsoBody = z.object({
  query: z.string().max(8_000).describe('The query with which the browser came back to the sign-in page.'),
});

/** `POST /auth/sso/{team}/finish`: exactly one field is there. */
export const finishedSso = z.object({
  session: z
    .object({ user: sessionUser, team: z.string().describe('The id of the team whose provider it was.') })
    .optional(),
  link: z
    .object({
      token: z.string().describe('For `POST /auth/sso/link`, within 10 minutes in this browser.'),
      email: z.string().describe('The address of the account.'),
      team: z.string().describe('The name of the team.'),
    })
    .optional()
    .describe('There is an account with this address: its password joins it with the provider, once.'),
  is_tested: z.literal(true).optional().describe('It was a test: nobody was signed in.'),
});
export type FinishedSso = z.infer<typeof finishedSso>;

/** `POST /auth/sso/link`. */
export const linkSsoBody = z.object({ token: mailedToken, password });

/** `POST /auth/sso/{team}/sign-out`, a form of a provider. */
export const signOutTokenBody = z.object({ logout_token: z.string().min(1).max(8_192) });
