import { usualGroupsClaim, type SsoRecord } from '@vault/contracts';
import type { authRpc } from '@vault/contracts/rpc';

/** @param origin of the pages */
export function toSsoRecord(sso: authRpc.Sso, ownerId: string, origin: string): SsoRecord {
  const { provider, test, requirement } = sso;
  return {
    domains: sso.domains.map(({ name, state, recordName, recordValue, found, checkedAt, verifiedAt }) => ({
      ...{ name, state: state as SsoRecord['domains'][number]['state'] },
      ...{ record_name: recordName, record_value: recordValue, found: found ?? null },
      ...{ checked_at: checkedAt ?? null, verified_at: verifiedAt ?? null },
    })),
    provider: provider
      ? {
          ...{ issuer: provider.issuer, client_id: provider.clientId, secret_set_at: provider.secretSetAt },
          ...{ algorithms: provider.algorithms, key_count: provider.keyCount },
          has_back_channel: provider.hasBackChannel,
        }
      : null,
    redirect_url: `${origin}/sign-on/${ownerId}`,
    sign_out_url: `${origin}/api/auth/sso/${ownerId}/sign-out`,
    people: {
      new_people: sso.newPeople as SsoRecord['people']['new_people'],
      groups_claim: sso.groupsClaim ?? usualGroupsClaim,
      groups: sso.groups as SsoRecord['people']['groups'],
      trusts_addresses: sso.trustsAddresses,
    },
    test: test
      ? {
          ...{ at: test.at, by: test.by, is_passed: test.isPassed },
          checks: test.checks.map(({ what, isOk, text }) => ({
            ...{ what: what as NonNullable<SsoRecord['test']>['checks'][number]['what'], is_ok: isOk, text },
          })),
        }
      : null,
    requirement: requirement
      ? { since: requirement.since, emergency_owner: requirement.emergencyOwner }
      : null,
    obstacle: sso.obstacle,
    members: {
      ...{ inside: sso.membersInside, signed_in: sso.membersSignedIn },
      ...{ outside: sso.addressesOutside, removable: sso.removable },
    },
  };
}
