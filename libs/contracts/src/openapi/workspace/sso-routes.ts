import { z } from 'zod';
import { person, teamExample } from '../examples.ts';
import { done, success } from '../answers.ts';
import { route } from '../route.ts';
import { tooManyTries } from '../shared.ts';
import {
  beginSsoBody,
  begunSso,
  domainBody,
  domainParams,
  finishedSso,
  finishSsoBody,
  linkSsoBody,
  signOutTokenBody,
  ssoLimits,
  ssoPeopleBody,
  ssoProviderBody,
  ssoRecord,
  ssoRequirementBody,
  type SsoRecord,
} from '../../routes/workspace/sso.routes.ts';
import { teamId } from '../../routes/workspace/workspace.routes.ts';

const record: SsoRecord = {
  domains: [
    {
      ...{ name: 'acme.com', state: 'verified', record_name: '_webinar-vault.acme.com' },
      ...{ record_value: 'wv-verify=q3bJ0y2sQy6Yw8mJ7m0mZ4b6', found: null },
      ...{ checked_at: 1_798_070_400, verified_at: 1_798_066_800 },
    },
  ],
  provider: {
    ...{ issuer: 'https://id.acme.com', client_id: 'webinars', secret_set_at: 1_798_066_800 },
    ...{ algorithms: ['RS256'], key_count: 2, has_back_channel: true },
  },
  redirect_url: `https://webinars.example.com/sign-on/${teamExample}`,
  sign_out_url: `https://webinars.example.com/api/auth/sso/${teamExample}/sign-out`,
  people: {
    ...{ new_people: 'viewer', groups_claim: 'groups', groups: [{ name: 'Marketing', role: 'editor' }] },
    trusts_addresses: false,
  },
  test: {
    ...{ at: 1_798_070_000, by: `${person.firstname} ${person.lastname}`, is_passed: true },
    checks: [{ what: 'signature', is_ok: true, text: 'Signed with RS256, key 7f.' }],
  },
  requirement: { since: 1_798_070_400, emergency_owner: person.id },
  obstacle: '',
  members: {
    ...{ inside: 11, signed_in: 9, outside: ['cy@example.org'] },
    removable: [{ id: '5b0e7c1a-6f0d-4a53-9a55-0c7d1f1f2a10', name: 'Cy Wu', email: 'cy@example.org' }],
  },
};
const token = 'q3bJ0y2sQy6Yw8mJ7m0mZ4b6m1t0Zx9kqT5gk2c3V1A';
const sessionToken = 'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiI5ZjRjMWQ1MiJ9.c2lnbmF0dXJl';
const url = 'https://id.acme.com/authorize?client_id=webinars';
const settings = 'Workspaces';
const account = 'Account';
const noTeam = 'A personal workspace has no single sign-on.';
const answer = success(ssoRecord, record);
const own = { needs: 'security', answer, failures: { 404: noTeam } } as const;
const teamParams = z.object({ team: teamId });
const cookie =
  'For browsers: the answer sets a cookie, which `POST /auth/sso/{team}/finish` needs within 10 minutes.';

/** Calls about single sign-on: what the owners of a team set up, and how people sign in. */
export const ssoRoutes = {
  getSso: route(settings, 'GET /workspace/sso', {
    ...own,
    summary: 'How the people of the team sign in',
  }),
  addDomain: route(settings, 'POST /workspace/domains', {
    ...own,
    summary: 'Name a domain of the team',
    description: `The answer has the TXT record that proves that it is yours. A team has at most ${String(ssoLimits.domains)} domains.`,
    body: { schema: domainBody, example: { domain: 'acme.com' } },
    failures: { 404: noTeam, 409: 'The team has the maximum number of domains.' },
  }),
  checkDomain: route(settings, 'POST /workspace/domains/{domain}/check', {
    ...own,
    summary: 'Look for the TXT record of a domain now',
    description: 'It is also looked for every ten minutes, and once a day when it was found.',
    isThrottled: true,
    params: domainParams,
    failures: {
      404: 'The team has not named this domain.',
      409: 'Another team has proved that the domain is theirs.',
      429: `${tooManyTries}.`,
      503: 'The name servers do not answer.',
    },
  }),
  removeDomain: route(settings, 'DELETE /workspace/domains/{domain}', {
    ...own,
    summary: 'Remove a domain of the team',
    description: 'Removing twice is no error.',
    params: domainParams,
    failures: { 404: noTeam, 409: 'Single sign-on is required for its addresses.' },
  }),
  setSsoProvider: route(settings, 'PUT /workspace/sso/provider', {
    ...own,
    summary: 'Set the provider of the team',
    description:
      'Its settings are read first. Another issuer or client ends a requirement, and people join their accounts with it again.',
    isThrottled: true,
    body: {
      schema: ssoProviderBody,
      example: { issuer: 'https://id.acme.com', client_id: 'webinars', client_secret: 'q3bJ0y2sQy6Yw8mJ' },
    },
    failures: {
      400: 'The provider cannot be used: the sentence says why.',
      404: noTeam,
      429: `${tooManyTries}.`,
      503: 'The provider cannot be reached.',
    },
  }),
  removeSsoProvider: route(settings, 'DELETE /workspace/sso/provider', {
    ...own,
    summary: 'Remove the provider of the team',
    description: 'People sign in with passwords again. Who has none asks for one by "Forgot password".',
  }),
  setSsoPeople: route(settings, 'PUT /workspace/sso/people', {
    ...own,
    summary: 'Set who may come in through the provider, and their roles',
    body: {
      schema: ssoPeopleBody,
      example: {
        new_people: 'viewer',
        groups_claim: 'groups',
        groups: [{ name: 'Marketing', role: 'editor' }],
        trusts_addresses: false,
      },
    },
  }),
  testSso: route(settings, 'POST /workspace/sso/test', {
    needs: 'security',
    summary: 'Begin a test of the sign-in',
    description: `Open the address; the result is in \`GET /workspace/sso\` when it has ended. Nobody is signed in. ${cookie}`,
    isThrottled: true,
    answer: success(begunSso, { url }),
    failures: {
      404: noTeam,
      409: 'The team has no provider.',
      429: `${tooManyTries}.`,
      503: 'The provider cannot be reached.',
    },
  }),
  setSsoRequirement: route(settings, 'PUT /workspace/sso/requirement', {
    ...own,
    summary: 'Require single sign-on, or no longer',
    description:
      'For all addresses of the verified domains. Sessions of members with these addresses that did not come through the provider end within 10 minutes.',
    body: { schema: ssoRequirementBody, example: { emergency_owner: person.id, also_remove: [] } },
    failures: {
      404: noTeam,
      409: 'It cannot be required yet: `obstacle` says why. Or somebody in `also_remove` may not be removed.',
    },
  }),
  beginSso: route(account, 'POST /auth/sso', {
    hasKey: false,
    summary: 'Begin to sign in at the provider of a team',
    description: cookie,
    caller: 'anyone',
    isThrottled: true,
    body: { schema: beginSsoBody, example: { email: person.email } },
    answer: success(begunSso, { url }),
    failures: {
      404: 'No single sign-on for this address.',
      429: `${tooManyTries}.`,
      503: 'The provider cannot be reached.',
    },
  }),
  finishSso: route(account, 'POST /auth/sso/{team}/finish', {
    hasKey: false,
    summary: 'Sign in with what the provider has sent',
    caller: 'anyone',
    isThrottled: true,
    params: teamParams,
    body: { schema: finishSsoBody, example: { query: 'code=Zx9kq&state=c2V0' } },
    answer: success(finishedSso, {
      session: { user: { ...person, token: sessionToken }, team: teamExample },
    }),
    failures: {
      403: 'The person may not come in: the sentence says why.',
      409: 'The sign-in took too long, or was started in another browser.',
      429: `${tooManyTries}.`,
      503: 'The provider cannot be reached.',
    },
  }),
  linkSso: route(account, 'POST /auth/sso/link', {
    hasKey: false,
    summary: 'Join an account with a provider, by its password',
    caller: 'anyone',
    isThrottled: true,
    body: { schema: linkSsoBody, example: { token, password: 'analytical engine' } },
    answer: success(finishedSso, {
      session: { user: { ...person, token: sessionToken }, team: teamExample },
    }),
    failures: {
      401: 'The password is wrong.',
      403: 'The person may not come in: the sentence says why.',
      409: 'The sign-in took too long, or was started in another browser.',
      429: `${tooManyTries}, or wrong passwords for this account in the last 15.`,
    },
  }),
  signOutByProvider: route(account, 'POST /auth/sso/{team}/sign-out', {
    hasKey: false,
    summary: 'End sessions that a provider has ended',
    description: 'For providers: OpenID Connect Back-Channel Logout 1.0. Each token works once.',
    caller: 'anyone',
    isThrottled: true,
    takesForm: true,
    params: teamParams,
    body: { schema: signOutTokenBody, example: { logout_token: sessionToken } },
    answer: done,
    failures: {
      400: 'This is not a sign-out of the provider.',
      429: `${tooManyTries}.`,
      503: 'The provider cannot be reached.',
    },
  }),
};
