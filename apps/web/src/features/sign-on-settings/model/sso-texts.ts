import type { SsoDomain, SsoPeople, SsoRecord } from '@vault/contracts';
import { countOf } from '../../../lib/format/format-number.ts';
import { momentText, shortDay } from '../../../lib/format/format-time.ts';
import { roleWords } from '../../../strings/role-words.ts';

type Provider = NonNullable<SsoRecord['provider']>;

/** Whether the record of a domain was found. @param now epoch seconds */
export function domainState(domain: SsoDomain, now: number): string {
  const { state, found, checked_at: checkedAt, verified_at: verifiedAt } = domain;
  if (state === 'verified') return `Verified on ${shortDay(verifiedAt ?? checkedAt ?? now, now)}.`;
  if (found !== null) return `Found, with another value: ${found}`;
  if (state === 'lost')
    return 'The record is no longer found. Nobody new signs in with addresses of this domain until it is back.';
  return checkedAt === null
    ? 'Add the record, then check. We also check every 10 minutes.'
    : 'Not found yet. Records can take an hour; we also check every 10 minutes.';
}

/** The names of verified domains in a sentence; empty when there is none. */
export function verifiedNames(domains: readonly SsoDomain[]): string {
  return listOf(domains.filter(({ state }) => state === 'verified').map(({ name }) => name));
}

/** The domains in one line. */
export function domainsLine(domains: readonly SsoDomain[]): string {
  return domains
    .map(({ name, state }) => (state === 'verified' ? name : `${name} (${otherStates[state]})`))
    .join(' · ');
}

const otherStates = { waiting: 'not verified yet', lost: 'record not found' } as const;

/** A provider in one line. */
export function hostOf(issuer: string): string {
  return /^https?:\/\/([^/]+)/.exec(issuer)?.[1] ?? issuer;
}

/** What was read of a provider. */
export function providerFacts({ algorithms, key_count: keys, has_back_channel: says }: Provider): string {
  return `Read: ${algorithms.join(', ')}, ${countOf(keys, 'key')}, back-channel sign-out: ${says ? 'yes' : 'no'}`;
}

/** Who may come in, in one line. */
export function peopleLine({ new_people: newPeople, groups, trusts_addresses: trusts }: SsoPeople): string {
  const parts = [
    newPeople === 'invited'
      ? 'New people must be invited'
      : `New people may join as ${roleWords[newPeople].name}`,
  ];
  if (groups.length > 0) parts.push(`${countOf(groups.length, 'group')} with a role`);
  if (trusts) parts.push('addresses are trusted');
  return parts.join(' · ');
}

/** When it was tested, and by whom. */
export function testLine(test: SsoRecord['test']): string {
  if (test === null) return 'Not tested with this provider';
  return `${test.is_passed ? 'Passed' : 'Not passed'} on ${momentText(test.at)}, tested by ${test.by}`;
}

/** How far it is required. @param now epoch seconds */
export function requirementLine({ requirement, members }: SsoRecord, now: number): string {
  if (requirement === null) return 'Not required';
  const { signed_in: signedIn, inside } = members;
  return `On since ${shortDay(requirement.since, now)}. ${String(signedIn)} of ${countOf(inside, 'member')} signed in through it.`;
}

/** Whom a requirement concerns. @param domains their names in a sentence */
export function insideLine({ inside }: SsoRecord['members'], domains: string): string {
  const have = inside === 1 ? '1 member has an address' : `${countOf(inside, 'member')} have addresses`;
  return `${have} in ${domains}. Whoever is not signed in through your provider signs in again within 10 minutes.`;
}

/** The server names no more addresses. */
const maxOutside = 50;

/** Whom a requirement does not concern; empty when there is nobody. @param domains their names in a sentence */
export function outsideLine({ outside }: SsoRecord['members'], domains: string): string {
  const count = outside.length;
  if (count === 0) return '';
  if (count === 1) return `1 member has an address outside ${domains} and keeps the password:`;
  return `${String(count)}${count >= maxOutside ? ' or more' : ''} members have addresses outside ${domains} and keep their password:`;
}

/** A member whom it does not concern. */
export function outsiderLine(email: string, removable: SsoRecord['members']['removable']): string {
  const person = removable.find((each) => each.email === email);
  return person ? `${person.name}, ${email}` : `${email}, an owner`;
}

/** The choice to remove those whom it does not concern. */
export function removeLabel({ outside, removable }: SsoRecord['members']): string {
  return outside.length === removable.length ? 'Also remove them' : 'Also remove them, but no owner';
}

/** What a requirement has changed. */
export function requiredText(removed: number): string {
  const also = removed === 0 ? '' : ` ${countOf(removed, 'member was', 'members were')} removed.`;
  return `Single sign-on is required now.${also}`;
}

function listOf(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`;
}
