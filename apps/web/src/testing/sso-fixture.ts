import type { SsoDomain, SsoRecord } from '@vault/contracts';

const at = new Date(2026, 10, 28, 14, 3).getTime() / 1_000;

/** A verified domain, with the changes of the test. */
export function aDomain(change: Partial<SsoDomain> = {}): SsoDomain {
  const name = change.name ?? 'acme.com';
  return {
    ...{ name, state: 'verified', record_name: `_webinar-vault.${name}`, record_value: 'wv-verify=3f9c' },
    ...{ found: null, checked_at: at, verified_at: at },
    ...change,
  };
}

export const aWaitingDomain = (change: Partial<SsoDomain> = {}): SsoDomain =>
  aDomain({ state: 'waiting', verified_at: null, checked_at: null, ...change });

/** Who may come in at first, with the changes of the test. */
export function aPeople(change: Partial<SsoRecord['people']> = {}): SsoRecord['people'] {
  return { new_people: 'invited', groups_claim: 'groups', groups: [], trusts_addresses: false, ...change };
}

/** A team that has set up nothing, with the changes of the test. */
export function anSso(change: Partial<SsoRecord> = {}): SsoRecord {
  return {
    ...{ domains: [], provider: null, test: null, requirement: null, obstacle: 'Verify a domain first.' },
    redirect_url: 'https://webinars.example.com/sign-on/acme',
    sign_out_url: 'https://webinars.example.com/api/auth/sso/acme/sign-out',
    people: aPeople(),
    members: { inside: 11, signed_in: 9, outside: [], removable: [] },
    ...change,
  };
}

export const aProvider: NonNullable<SsoRecord['provider']> = {
  ...{ issuer: 'https://id.acme.com', client_id: 'webinars', secret_set_at: at },
  ...{ algorithms: ['RS256'], key_count: 2, has_back_channel: true },
};

export const aTest: NonNullable<SsoRecord['test']> = {
  ...{ at, by: 'Ada Lovelace', is_passed: true },
  checks: [
    { what: 'signature', is_ok: true, text: 'Signed with RS256, key 7f.' },
    { what: 'groups', is_ok: false, text: 'The answer has no claim groups.' },
  ],
};

const verified = { domains: [aDomain()] };

/** A team that has done the steps before the one that is named. */
export const ssoAt = {
  domain: anSso(),
  provider: anSso({ ...verified, obstacle: 'Set a provider first.' }),
  people: anSso({ ...verified, provider: aProvider }),
  test: anSso({
    ...verified,
    provider: aProvider,
    people: aPeople({ new_people: 'viewer' }),
  }),
  require: anSso({ ...verified, provider: aProvider, test: aTest, obstacle: '' }),
  required: anSso({
    ...{ ...verified, provider: aProvider, test: aTest, obstacle: '' },
    requirement: { since: at, emergency_owner: 'u1' },
  }),
} as const;
