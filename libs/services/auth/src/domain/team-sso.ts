import { isDeepStrictEqual } from 'node:util';
import {
  AppError,
  isAtLeast,
  ssoLimits,
  usualGroupsClaim,
  type SsoPeople,
  type SsoRecord,
} from '@vault/contracts';
import type { TeamMember } from './team.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
/** A new record can take an hour to be seen, and people a day to add it. */
const searchEveryMs = 10 * minuteMs;
const searchForMs = 7 * dayMs;
/** A domain whose record three daily checks did not find is lost. */
const lostAfterMs = 2 * dayMs - 60 * minuteMs;
const valuePrefix = 'wv-verify=';

/** A domain that a team has named. */
export interface TeamDomain {
  readonly name: string;
  /** What its TXT record must have. */
  readonly value: string;
  readonly addedAt: Date;
  readonly checkedAt?: Date;
  /** Another value of ours that the last check has found. */
  readonly found?: string;
  readonly verifiedAt?: Date;
  /** Since when the record of a verified domain is not found. */
  readonly missingSince?: Date;
  readonly lostAt?: Date;
}

/** The provider of a team, as its settings were when it was set. */
export interface TeamProvider {
  readonly issuer: string;
  readonly clientId: string;
  readonly sealedSecret: string;
  readonly secretSetAt: Date;
  readonly algorithms: readonly string[];
  readonly keyCount: number;
  readonly hasBackChannel: boolean;
}

export type SsoCheck = NonNullable<SsoRecord['test']>['checks'][number];

export interface SsoTest {
  readonly at: Date;
  /** The id of the person. */
  readonly by: string;
  readonly checks: readonly SsoCheck[];
}

interface SsoRequirement {
  readonly since: Date;
  /** The owner who may sign in with a password. */
  readonly emergencyOwner: string;
  /** Whether sessions of before have ended. */
  readonly isEnforced: boolean;
}

/** How the people of a team sign in. */
export interface TeamSso {
  readonly domains: readonly TeamDomain[];
  readonly provider?: TeamProvider;
  readonly newPeople: SsoPeople['new_people'];
  /** The claim with the groups of a person; absent when it is the usual one. */
  readonly groupsClaim?: string;
  readonly groups: SsoPeople['groups'];
  readonly trustsAddresses: boolean;
  readonly test?: SsoTest;
  readonly requirement?: SsoRequirement;
}

export const noSso: TeamSso = { domains: [], newPeople: 'invited', groups: [], trustsAddresses: false };

export function recordNameOf(domain: string): string {
  return `_webinar-vault.${domain}`;
}

export function stateOf({ verifiedAt, lostAt }: TeamDomain): 'waiting' | 'verified' | 'lost' {
  if (!verifiedAt) return 'waiting';
  return lostAt ? 'lost' : 'verified';
}

/** Domains that no other team can have. */
export function claimsOf({ domains }: TeamSso): string[] {
  return domains.filter(({ verifiedAt }) => verifiedAt).map(({ name }) => name);
}

/** Whether the team has this domain, and its record was there lately. */
export function isVerified({ domains }: TeamSso, name: string): boolean {
  return domains.some((domain) => domain.name === name && stateOf(domain) === 'verified');
}

/** Names a domain; the same again when it is named already. @throws {AppError} `conflict` when there are too many */
export function addDomain(sso: TeamSso, name: string, secret: string, now: Date): TeamSso {
  if (sso.domains.some((domain) => domain.name === name)) return sso;
  if (sso.domains.length >= ssoLimits.domains)
    throw new AppError(
      'conflict',
      `A team has at most ${String(ssoLimits.domains)} domains. Remove one first.`,
    );
  const domain = { name, value: `${valuePrefix}${secret}`, addedAt: now };
  return { ...sso, domains: [...sso.domains, domain] };
}

/** @throws {AppError} `conflict` when people with its addresses must sign in here */
export function removeDomain(sso: TeamSso, name: string): TeamSso {
  const domains = sso.domains.filter((domain) => domain.name !== name);
  if (sso.requirement && sso.domains.some((domain) => domain.name === name && domain.verifiedAt))
    throw new AppError(
      'conflict',
      `Single sign-on is required for addresses at ${name}. Turn the requirement off first.`,
    );
  return { ...sso, domains };
}

/** Takes a domain away that another team has verified, which happens only to one that is lost here. */
export function loseDomain(sso: TeamSso, name: string): TeamSso {
  return { ...sso, domains: sso.domains.filter((domain) => domain.name !== name) };
}

/** The domains after a look at the TXT records of one. */
export function withRecords(sso: TeamSso, name: string, records: readonly string[], now: Date): TeamSso {
  const domains = sso.domains.map((domain) =>
    domain.name === name ? withRecord(domain, records, now) : domain,
  );
  const next = { ...sso, domains };
  return isVerified(next, name) && !isVerified(sso, name) ? withOpenEnforcement(next) : next;
}

/** For a team that requires its provider of more people from now on: their sessions of before have to end. */
function withOpenEnforcement(sso: TeamSso): TeamSso {
  return sso.requirement ? { ...sso, requirement: { ...sso.requirement, isEnforced: false } } : sso;
}

function withRecord(domain: TeamDomain, records: readonly string[], now: Date): TeamDomain {
  const { found: _f, missingSince, lostAt, ...known } = domain;
  if (records.includes(domain.value))
    return { ...known, checkedAt: now, verifiedAt: known.verifiedAt ?? now };
  const other = records.find((record) => record.startsWith(valuePrefix));
  const found = other === undefined ? {} : { found: other.slice(0, 100) };
  if (!known.verifiedAt) return { ...known, ...found, checkedAt: now };
  const since = missingSince ?? now;
  const isLost = now.getTime() - since.getTime() >= lostAfterMs;
  const lost = lostAt ?? (isLost ? now : undefined);
  return { ...known, ...found, checkedAt: now, missingSince: since, ...(lost && { lostAt: lost }) };
}

/** Whether a member may not stop to be an owner, because the requirement names them. */
export function isEmergencyOwner({ requirement }: TeamSso, userId: string): boolean {
  return requirement?.emergencyOwner === userId;
}

/** For a team whose emergency owner has left with their account: another owner takes the place. */
export function withEmergencyOwner(sso: TeamSso, members: readonly TeamMember[]): TeamSso {
  const owners = members.filter(({ role }) => role === 'owner').map(({ userId }) => userId);
  const [first] = owners;
  if (!sso.requirement || first === undefined || owners.includes(sso.requirement.emergencyOwner)) return sso;
  return { ...sso, requirement: { ...sso.requirement, emergencyOwner: first } };
}

/** When a domain is to be looked at next; undefined when nobody is likely to add its record any more. */
export function nextCheckOf({ addedAt, checkedAt, verifiedAt }: TeamDomain): Date | undefined {
  if (!checkedAt) return addedAt;
  if (verifiedAt) return new Date(checkedAt.getTime() + dayMs);
  const next = checkedAt.getTime() + searchEveryMs;
  return next < addedAt.getTime() + searchForMs ? new Date(next) : undefined;
}

/** When the team has work to do: a domain to look at, or sessions to end. */
export function nextWorkOf({ domains, requirement }: TeamSso, now: Date): Date | undefined {
  if (requirement && !requirement.isEnforced) return now;
  const times = domains.flatMap((domain) => nextCheckOf(domain) ?? []);
  return times.toSorted((a, b) => a.getTime() - b.getTime()).at(0);
}

/** The same again when nothing is different. */
export function withPeople(
  sso: TeamSso,
  {
    newPeople,
    groupsClaim = usualGroupsClaim,
    groups,
    trustsAddresses,
  }: Pick<TeamSso, 'newPeople' | 'groupsClaim' | 'groups' | 'trustsAddresses'>,
): TeamSso {
  const { groupsClaim: _c, ...rest } = sso;
  const people = { newPeople, groups: groups.map(({ name, role }) => ({ name, role })), trustsAddresses };
  const next = { ...rest, ...people, ...(groupsClaim !== usualGroupsClaim && { groupsClaim }) };
  return isDeepStrictEqual(next, sso) ? sso : next;
}

/**
 * Another issuer or client is another provider: what was tested, and who has signed in, counts no longer. The same again
 * when nothing is different.
 */
export function withProvider(sso: TeamSso, provider: TeamProvider): TeamSso {
  if (isDeepStrictEqual(sso.provider, provider)) return sso;
  const { test, requirement, ...rest } = sso;
  const isSame = sso.provider && isSameProvider(sso.provider, provider);
  return { ...rest, provider, ...(isSame && { ...(test && { test }), ...(requirement && { requirement }) }) };
}

export function withoutProvider({ provider: _p, test: _t, requirement: _r, ...rest }: TeamSso): TeamSso {
  return rest;
}

export function withoutRequirement({ requirement: _r, ...rest }: TeamSso): TeamSso {
  return rest;
}

export function isSameProvider(
  a: Pick<TeamProvider, 'issuer' | 'clientId'>,
  b: Pick<TeamProvider, 'issuer' | 'clientId'>,
): boolean {
  return a.issuer === b.issuer && a.clientId === b.clientId;
}

/** Whether a session came through this provider. What is older than this knowledge did. */
export function cameThrough(
  { issuer, clientId }: { readonly issuer?: string | undefined; readonly clientId?: string | undefined },
  provider: Pick<TeamProvider, 'issuer' | 'clientId'> | undefined,
): boolean {
  if (!provider) return false;
  const { issuer: knownIssuer, clientId: knownClient } = provider;
  return isSameProvider(provider, { issuer: issuer ?? knownIssuer, clientId: clientId ?? knownClient });
}

export function isPassed({ checks }: SsoTest): boolean {
  return checks.every(({ what, is_ok: isOk }) => isOk || warnings.includes(what));
}

/** What an owner should know, and may leave as it is: some providers send no groups of who has none. */
const warnings: readonly SsoCheck['what'][] = ['groups', 'removal'];

/** Why single sign-on cannot be required yet; empty when it can. @param hasOwner whether an owner has signed in through it */
export function obstacleOf(sso: TeamSso, hasOwner: boolean): string {
  if (!sso.domains.some((domain) => stateOf(domain) === 'verified')) return 'Verify a domain first.';
  if (!sso.provider) return 'Set a provider first.';
  if (!sso.test || !isPassed(sso.test)) return 'Test the sign-in first.';
  return hasOwner ? '' : 'Sign in through it once to require it.';
}

/** The highest role that the groups of a person give; else that of new people. Undefined: who was invited has theirs. */
export function roleOf(
  { groups, newPeople }: Pick<TeamSso, 'groups' | 'newPeople'>,
  given: readonly string[],
): Exclude<SsoPeople['new_people'], 'invited'> | undefined {
  const matched = groups.filter(({ name }) => given.includes(name)).map(({ role }) => role);
  const [highest] = matched.toSorted((a, b) => (isAtLeast(a, b) ? -1 : 1));
  return highest ?? (newPeople === 'invited' ? undefined : newPeople);
}

/** Whether sign-ins decide the roles of all members but owners. */
export function setsRoles({ groups }: Pick<TeamSso, 'groups'>): boolean {
  return groups.length > 0;
}
