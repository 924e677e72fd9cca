import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { AppError, CLOCK, LOGGER, type Clock, type Logger } from '@vault/base';
import { domainOfEmail, type SsoPeople } from '@vault/contracts';
import type { authRpc } from '@vault/contracts/rpc';
import { Seals, SsoClient } from '@vault/identity';
import { roleIn } from '../domain/team.ts';
import {
  addDomain,
  cameThrough,
  isPassed,
  isSameProvider,
  isVerified,
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
import { TeamRepository } from '../teams/team.repository.ts';
import type { TeamDocument } from '../teams/team.schema.ts';
import { epochSeconds } from '../to-wire.ts';
import { AccountListRepository } from '../users/account-list.repository.ts';
import type { User } from '../users/user.schema.ts';
import { ssoChange, ssoOf, type SsoEntry } from './sso-change.ts';
import { SsoIdentities } from './sso-identities.ts';
import { SsoSessions } from './sso-sessions.repository.ts';
import { secretPlaceOf } from './to-provider.ts';

const shownAddresses = 50;

/** What the owners of a team set up, so that its people sign in at its provider. */
@Injectable()
export class SsoSettingsService {
  constructor(
    private readonly teams: TeamRepository,
    private readonly list: AccountListRepository,
    private readonly identities: SsoIdentities,
    private readonly ssoSessions: SsoSessions,
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
   * Requires the provider for all addresses in verified domains, or no longer.
   * @throws {AppError} `not-found`; `conflict` when it cannot be required yet
   */
  async setRequirement(request: authRpc.SetSsoRequirementRequest): Promise<void> {
    const { ownerId, emergencyOwner, userId, sessionId } = request;
    const isRequired = emergencyOwner !== undefined;
    const entry = {
      action: 'auth.require-sign-on',
      fields: { isRequired, ...(isRequired && { emergencyOwner }) },
    } as const;
    const session = await this.ssoSessions.findOne({ _id: sessionId, ownerId, userId });
    await this.change(ownerId, entry, (sso, now, team) => {
      const { requirement, ...rest } = sso;
      if (!isRequired) return requirement ? withoutRequirement(sso) : sso;
      const obstacle = obstacleOf(
        sso,
        (session !== null && cameThrough(session, sso.provider)) || requirement !== undefined,
      );
      if (obstacle !== '') throw new AppError('conflict', obstacle);
      if (roleIn(team, emergencyOwner) !== 'owner')
        throw new AppError('conflict', `The emergency owner must be an owner of ${team.name}.`);
      if (requirement?.emergencyOwner === emergencyOwner) return sso;
      const { since = now } = requirement ?? {};
      // Whoever was the emergency owner has sessions that did not come through the provider.
      return { ...rest, requirement: { since, emergencyOwner, isEnforced: false } };
    });
    this.logger.info({ ownerId, isRequired }, 'the requirement of single sign-on was changed');
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

function toWireSso(
  team: TeamDocument,
  people: readonly User[],
  signedIn: ReadonlySet<string>,
  tester: User | undefined,
): authRpc.Sso {
  const sso = ssoOf(team);
  const { provider, test, requirement, newPeople, groupsClaim, trustsAddresses } = sso;
  const [inside, outside] = [true, false].map((isInside) =>
    people.filter(({ email }) => isVerified(sso, domainOfEmail(email)) === isInside),
  );
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
        by: tester ? `${tester.firstname} ${tester.lastname}`.trim() : '',
        isPassed: isPassed(test),
        checks: test.checks.map(({ what, is_ok: isOk, text }) => ({ what, isOk, text })),
      },
    }),
    ...(requirement && {
      requirement: { since: epochSeconds(requirement.since), emergencyOwner: requirement.emergencyOwner },
    }),
    obstacle: obstacleOf(sso, hasOwner),
    membersInside: inside?.length ?? 0,
    membersSignedIn: people.filter(({ _id }) => signedIn.has(_id)).length,
    addressesOutside: (outside ?? []).slice(0, shownAddresses).map(({ email }) => email),
  };
}

function toWireSettings(provider: TeamProvider): authRpc.SsoProviderSettings {
  const { issuer, clientId, secretSetAt, algorithms, keyCount, hasBackChannel } = provider;
  return {
    ...{ issuer, clientId, secretSetAt: epochSeconds(secretSetAt) },
    ...{ algorithms: [...algorithms], keyCount, hasBackChannel },
  };
}
