import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { AppError, CLOCK, LOGGER, type Clock, type Logger } from '@vault/base';
import { ssoLimits, type SsoPeople } from '@vault/contracts';
import type { authRpc } from '@vault/contracts/rpc';
import { Seals, SsoClient } from '@vault/identity';
import { isOutside, removeOutsiders } from '../domain/team-outsiders.ts';
import { roleIn } from '../domain/team.ts';
import {
  addDomain,
  cameThrough,
  isPassed,
  isSameProvider,
  obstacleOf,
  recordNameOf,
  removeDomain,
  stateOf,
  withoutProvider,
  withoutRequirement,
  withPeople,
  withProvider,
  type TeamProvider,
  type TeamSso,
} from '../domain/team-sso.ts';
import { memberChanged } from '../teams/team-events.ts';
import { TeamRepository } from '../teams/team.repository.ts';
import type { TeamDocument } from '../teams/team.schema.ts';
import { epochSeconds } from '../to-wire.ts';
import { AccountListRepository } from '../users/account-list.repository.ts';
import type { User } from '../users/user.schema.ts';
import { ssoChange, ssoOf, type SsoEntry } from './sso-change.ts';
import { SsoIdentities } from './sso-identities.ts';
import { SsoOutsiders } from './sso-outsiders.ts';
import type { SsoSession } from './sso-session.schema.ts';
import { SsoSessions } from './sso-sessions.repository.ts';
import { secretPlaceOf } from './to-provider.ts';

/** What the owners of a team set up, so that its people sign in at its provider. */
@Injectable()
export class SsoSettingsService {
  constructor(
    private readonly teams: TeamRepository,
    private readonly list: AccountListRepository,
    private readonly identities: SsoIdentities,
    private readonly ssoSessions: SsoSessions,
    private readonly outsiders: SsoOutsiders,
    private readonly client: SsoClient,
    private readonly seals: Seals,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** @throws {AppError} `not-found` */
  async get(ownerId: string): Promise<authRpc.Sso> {
    const team = await this.teams.get(ownerId);
    const signedIn = new Set(await this.identities.usersOf(ownerId));
    const people = await this.list.byIds(team.members.map(({ userId }) => userId));
    const tester = team.sso?.test && (await this.list.byIds([team.sso.test.by])).at(0);
    return toWireSso(team, people, signedIn, tester);
  }

  /** @throws {AppError} `not-found`; `conflict` when the team has too many */
  addDomain(ownerId: string, domain: string): Promise<void> {
    const secret = randomBytes(24).toString('base64url');
    const entry = { action: 'auth.add-domain', fields: { domain } } as const;
    return this.change(ownerId, entry, (sso, now) => addDomain(sso, domain, secret, now));
  }

  /** @throws {AppError} `not-found`; `conflict` when people with its addresses must sign in at the provider */
  removeDomain(ownerId: string, domain: string): Promise<void> {
    const entry = { action: 'auth.remove-domain', fields: { domain } } as const;
    return this.change(ownerId, entry, (sso) => {
      const isThere = sso.domains.some(({ name }) => name === domain);
      return isThere ? removeDomain(sso, domain) : sso;
    });
  }

  /** @throws {AppError} `not-found`; `invalid-input` when it cannot be used; `unavailable` when it does not answer */
  async setProvider(request: authRpc.SetSsoProviderRequest): Promise<void> {
    const { ownerId, issuer, clientId, clientSecret } = request;
    const before = ssoOf(await this.teams.get(ownerId)).provider;
    const known = before && isSameProvider(before, { issuer, clientId }) ? before : undefined;
    const place = secretPlaceOf(ownerId);
    const secret = clientSecret ?? (known && this.seals.open(known.sealedSecret, place));
    if (secret === undefined) throw new AppError('invalid-input', 'Enter the client secret.');
    const described = await this.client.describe({ issuer, clientId, clientSecret: secret });
    const kept = known && this.seals.open(known.sealedSecret, place) === secret ? known : undefined;
    const secretSetAt = kept?.secretSetAt ?? this.clock.now();
    const sealedSecret =
      kept && this.seals.isCurrent(kept.sealedSecret) ? kept.sealedSecret : this.seals.seal(secret, place);
    const { algorithms, keyCount, hasBackChannelLogout: hasBackChannel } = described;
    const about = { algorithms, keyCount, hasBackChannel };
    const provider: TeamProvider = { issuer, clientId, sealedSecret, secretSetAt, ...about };
    // First, so that nobody comes in as a person of the provider of before.
    if (before && !known) await this.identities.removeAll(ownerId);
    const entry = { action: 'auth.set-provider', fields: { issuer: issuer.slice(0, 200) } } as const;
    await this.change(ownerId, entry, (sso) => withProvider(sso, provider));
  }

  /** @throws {AppError} `not-found` */
  async removeProvider(ownerId: string): Promise<void> {
    const entry = { action: 'auth.remove-provider', fields: {} } as const;
    await this.change(ownerId, entry, (sso) => (sso.provider ? withoutProvider(sso) : sso));
    await this.identities.removeAll(ownerId);
  }

  /** @throws {AppError} `not-found` */
  setPeople(request: authRpc.SetSsoPeopleRequest): Promise<void> {
    const { ownerId, newPeople, groups, groupsClaim, trustsAddresses } = request;
    const fields = {
      ...{ newPeople, groups: groups.length, trustsAddresses },
      ...(groupsClaim !== undefined && { groupsClaim }),
    };
    const people = {
      newPeople: newPeople as SsoPeople['new_people'],
      groups: groups as SsoPeople['groups'],
      trustsAddresses,
      ...(groupsClaim !== undefined && { groupsClaim }),
    };
    return this.change(ownerId, { action: 'auth.set-people', fields }, (sso) => withPeople(sso, people));
  }

  /**
   * Requires the provider for all addresses in verified domains, or no longer. Whom an owner has named besides is removed in
   * the same write.
   * @throws {AppError} `not-found`; `conflict` when it cannot be required yet, or somebody may not be removed
   */
  async setRequirement(request: authRpc.SetSsoRequirementRequest): Promise<void> {
    const { ownerId, emergencyOwner, userId, sessionId, alsoRemove } = request;
    const isRequired = emergencyOwner !== undefined;
    const session = await this.ssoSessions.findOne({ _id: sessionId, ownerId, userId });
    const now = this.clock.now();
    const decide = (team: TeamDocument) =>
      isRequired ? requiring(team, { emergencyOwner, session, now }) : notRequiring(ssoOf(team));
    const known = await this.teams.get(ownerId);
    const people = await this.outsiders.prepare(known, userId, alsoRemove);
    if (decide(known) === ssoOf(known)) return;
    await this.outsiders.forget(ownerId, people);
    let removed: string[] = [];
    await this.teams.change(ownerId, (team) => {
      const { roster = {}, roles = {} } =
        removeOutsiders(team, ssoOf(team), { actorId: userId, people }) ?? {};
      removed = Object.keys(roles);
      const fields = {
        isRequired,
        ...(isRequired && { emergencyOwner }),
        ...(removed.length > 0 && { removed: removed.length }),
      };
      const entry = { action: 'auth.require-sign-on', fields, before: roles } as const;
      const decision = ssoChange(team, decide(team), now, entry);
      const left = removed.map((id) => memberChanged(ownerId, id));
      return (
        decision && {
          ...decision,
          set: { ...decision.set, ...roster },
          events: [...left, ...(decision.events ?? [])],
        }
      );
    });
    await this.outsiders.tell(ownerId, removed);
    this.logger.info(
      { ownerId, isRequired, removed: removed.length },
      'the requirement of single sign-on was changed',
    );
  }

  private async change(
    ownerId: string,
    entry: SsoEntry,
    decide: (sso: TeamSso, now: Date, team: TeamDocument) => TeamSso,
  ): Promise<void> {
    const now = this.clock.now();
    await this.teams.change(ownerId, (team) => ssoChange(team, decide(ssoOf(team), now, team), now, entry));
  }
}

/** @throws {AppError} `conflict` when it cannot be required yet */
function requiring(
  team: TeamDocument,
  { emergencyOwner, session, now }: { emergencyOwner: string; session: SsoSession | null; now: Date },
): TeamSso {
  const sso = ssoOf(team);
  const { requirement, ...rest } = sso;
  const isThrough = session !== null && cameThrough(session, sso.provider);
  const obstacle = obstacleOf(sso, isThrough || requirement !== undefined);
  if (obstacle !== '') throw new AppError('conflict', obstacle);
  if (roleIn(team, emergencyOwner) !== 'owner')
    throw new AppError('conflict', `The emergency owner must be an owner of ${team.name}.`);
  if (requirement?.emergencyOwner === emergencyOwner) return sso;
  const { since = now } = requirement ?? {};
  // Whoever was the emergency owner has sessions that did not come through the provider.
  return { ...rest, requirement: { since, emergencyOwner, isEnforced: false } };
}

function notRequiring(sso: TeamSso): TeamSso {
  return sso.requirement ? withoutRequirement(sso) : sso;
}

function toWireSso(
  team: TeamDocument,
  people: readonly User[],
  signedIn: ReadonlySet<string>,
  tester: User | undefined,
): authRpc.Sso {
  const sso = ssoOf(team);
  const { provider, test, requirement, newPeople, groupsClaim, trustsAddresses } = sso;
  const outside = people.filter((person) => isOutside(sso, person)).slice(0, ssoLimits.outside);
  const isOwner = ({ _id }: User) => roleIn(team, _id) === 'owner';
  const hasOwner = team.members.some(({ userId, role }) => role === 'owner' && signedIn.has(userId));
  return {
    domains: sso.domains.map((domain) => {
      const { name, value, found, checkedAt, verifiedAt } = domain;
      return {
        ...{ name, state: stateOf(domain), recordName: recordNameOf(name), recordValue: value },
        ...(found !== undefined && { found }),
        ...(checkedAt && { checkedAt: epochSeconds(checkedAt) }),
        ...(verifiedAt && { verifiedAt: epochSeconds(verifiedAt) }),
      };
    }),
    ...(provider && { provider: toWireSettings(provider) }),
    ...{ newPeople, trustsAddresses, groups: [...sso.groups] },
    ...(groupsClaim !== undefined && { groupsClaim }),
    ...(test && {
      test: {
        at: epochSeconds(test.at),
        by: tester ? nameOf(tester) : '',
        isPassed: isPassed(test),
        checks: test.checks.map(({ what, is_ok: isOk, text }) => ({ what, isOk, text })),
      },
    }),
    ...(requirement && {
      requirement: { since: epochSeconds(requirement.since), emergencyOwner: requirement.emergencyOwner },
    }),
    obstacle: obstacleOf(sso, hasOwner),
    membersInside: people.filter((person) => !isOutside(sso, person)).length,
    membersSignedIn: people.filter(({ _id }) => signedIn.has(_id)).length,
    addressesOutside: outside.map(({ email }) => email),
    removable: outside
      .filter((person) => !isOwner(person))
      .map((person) => ({ id: person._id, name: nameOf(person), email: person.email })),
  };
}

function toWireSettings(provider: TeamProvider): authRpc.SsoProviderSettings {
  const { issuer, clientId, secretSetAt, algorithms, keyCount, hasBackChannel } = provider;
  return {
    ...{ issuer, clientId, secretSetAt: epochSeconds(secretSetAt) },
    ...{ algorithms: [...algorithms], keyCount, hasBackChannel },
  };
}

function nameOf({ firstname, lastname }: Pick<User, 'firstname' | 'lastname'>): string {
  return `${firstname} ${lastname}`.trim();
}
