import { randomBytes, randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { AppError, CLOCK, currentActor, LOGGER, type Clock, type Logger } from '@vault/base';
import { emailAddressOf } from '@vault/contracts';
import type { authRpc } from '@vault/contracts/rpc';
import {
  PasswordHasher,
  Seals,
  SignInGuard,
  SsoAttempts,
  SsoClient,
  type AttemptSecrets,
  type Client,
  type SsoIdentity,
} from '@vault/identity';
import { isOpen } from '../domain/team.ts';
import { isSameProvider, type TeamProvider } from '../domain/team-sso.ts';
import { SessionService, userSessions, type OpenSession } from '../sessions/session.service.ts';
import { TeamRepository } from '../teams/team.repository.ts';
import type { TeamDocument } from '../teams/team.schema.ts';
import { UserRepository } from '../users/user.repository.ts';
import type { User } from '../users/user.schema.ts';
import { nextRefreshAt, tokenPlaceOf } from './session-refresh.ts';
import { ssoOf } from './sso-change.ts';
import { SsoEnforcement } from './sso-enforcement.ts';
import { SsoPeopleService, type LetIn, type NamedPerson } from './sso-people.service.ts';
import { SsoRequirements } from './sso-requirements.ts';
import { SsoSessions } from './sso-sessions.repository.ts';
import { SsoTestService } from './sso-test.service.ts';
import { toProvider } from './to-provider.ts';

/** For a session of whose person nobody can ask the provider. */
const unaskedMs = 8 * 60 * 60 * 1_000;

/** What a sign-in needs when the browser comes back. */
interface SsoAttemptSecrets extends AttemptSecrets, Pick<TeamProvider, 'issuer' | 'clientId'> {
  /** The owner who tests the provider; absent in a sign-in. */
  readonly testedBy?: string;
}

type LinkedIdentity = NamedPerson & Pick<SsoIdentity, 'providerSession' | 'refreshToken'>;

/** A sign-in that ends when the person gives the password of their account. */
interface LinkSecrets extends Pick<TeamProvider, 'issuer' | 'clientId'> {
  readonly ownerId: string;
  readonly userId: string;
  readonly identity: LinkedIdentity;
}

/** What a finished sign-in is: a session, an account to join, or a test. */
export interface FinishedSignIn {
  readonly ownerId: string;
  readonly session?: OpenSession;
  readonly link?: { readonly token: string; readonly email: string; readonly team: string };
}

/** Signs people in at the providers of their teams. */
@Injectable()
export class SsoSignInService {
  constructor(
    private readonly teams: TeamRepository,
    private readonly users: UserRepository,
    private readonly client: SsoClient,
    private readonly attempts: SsoAttempts,
    private readonly requirements: SsoRequirements,
    private readonly people: SsoPeopleService,
    private readonly tests: SsoTestService,
    private readonly sessions: SessionService,
    private readonly ssoSessions: SsoSessions,
    private readonly enforcement: SsoEnforcement,
    private readonly seals: Seals,
    private readonly hasher: PasswordHasher,
    private readonly guard: SignInGuard,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** @throws {AppError} `not-found` when no team has a provider for this address, or the team has none */
  async begin({ ownerId, email = '', origin }: authRpc.BeginSsoRequest): Promise<authRpc.BegunSso> {
    const address = emailAddressOf(email);
    const found =
      ownerId !== undefined
        ? await this.teams.findAsKnown(ownerId)
        : address !== undefined && (await this.requirements.teamOf(address));
    if (!found || !isOpen(found) || !ssoOf(found).provider)
      throw new AppError('not-found', 'No single sign-on for this address. Sign in with your password.');
    return this.beginAt(found, origin, address === undefined ? {} : { loginHint: address });
  }

  /** @throws {AppError} `conflict` when the team has no provider */
  async beginTest({ ownerId = '', origin }: authRpc.BeginSsoRequest): Promise<authRpc.BegunSso> {
    const team = await this.teams.get(ownerId);
    if (!ssoOf(team).provider) throw new AppError('conflict', 'Set a provider first.');
    return this.beginAt(team, origin, { testedBy: currentActor()?.id ?? '' });
  }

  /** @throws {AppError} with a sentence for the person */
  async finish(request: authRpc.FinishSsoRequest): Promise<FinishedSignIn> {
    const { ownerId, query, browserKey, clientAddress, userAgent } = request;
    const state = new URLSearchParams(query).get('state') ?? '';
    const [{ redirectUrl, issuer, clientId, testedBy, ...secrets }, found] = await Promise.all([
      this.attempts.take<SsoAttemptSecrets>(attemptsOf(ownerId), state, browserKey),
      this.teams.findAsKnown(ownerId),
    ]);
    const began = { issuer, clientId };
    const asking = requireOpen(found);
    const provider = providerOf(asking, began);
    const callback = `${redirectUrl}?${query.replace(/^\?/, '')}`;
    const finish = () =>
      this.client.finish(toProvider(this.seals, ownerId, provider, ssoOf(asking)), {
        callback,
        state,
        ...secrets,
      });
    if (testedBy !== undefined) {
      await this.tests.run(ownerId, testedBy, finish);
      return { ownerId };
    }
    const identity = await finish();
    // As the team is now: an owner may have changed it while the provider answered.
    const team = requireOpen(await this.teams.findAsKnown(ownerId));
    providerOf(team, began);
    const admission = await this.people.admit(team, identity, clientAddress);
    if ('account' in admission) {
      const secrets = { ...began, ownerId, userId: admission.account._id, identity };
      return this.askPassword(team, admission.account, secrets, browserKey);
    }
    const session = await this.open(team, admission, identity, { clientAddress, userAgent });
    return { ownerId, session };
  }

  /**
   * Joins an account that exists with a person of the provider, once its password is given: a provider could name any
   * address of its domain. A wrong password ends nothing.
   * @throws {AppError} `unauthenticated`; `too-many-requests`; else as {@link finish}
   */
  async link(request: authRpc.LinkSsoRequest): Promise<FinishedSignIn> {
    const { token, password, browserKey, clientAddress, userAgent } = request;
    this.hasher.assertRoom(clientAddress);
    const { ownerId, userId } = await this.attempts.find<LinkSecrets>(links, token, browserKey);
    const user = await this.users.get(userId);
    const attempt = await this.guard.take(user.email, clientAddress);
    const passwordHash = await this.users.passwordHashOf(userId);
    if (!(await this.hasher.matches(password, passwordHash, clientAddress)))
      throw new AppError('unauthenticated', 'The password is wrong.');
    await this.guard.forgive(attempt);
    const { identity, ...began } = await this.attempts.take<LinkSecrets>(links, token, browserKey);
    const team = requireOpen(await this.teams.findAsKnown(ownerId));
    providerOf(team, began);
    const admission = await this.people.link(team, user, identity, clientAddress);
    if ('account' in admission) throw AppError.unavailable();
    await this.enforcement.endUnlessSignedOn(ownerId, user);
    return { ownerId, session: await this.open(team, admission, identity, { clientAddress, userAgent }) };
  }

  private async beginAt(
    { _id: ownerId, ...team }: TeamDocument,
    origin: string,
    { loginHint, ...about }: { readonly loginHint?: string; readonly testedBy?: string },
  ): Promise<authRpc.BegunSso> {
    const sso = ssoOf(team);
    const { provider } = sso;
    if (!provider) throw AppError.notFound('The provider');
    const { issuer, clientId } = provider;
    // The address names the team, so that an answer of one provider is none of another.
    const redirectUrl = `${origin}/sign-on/${ownerId}`;
    const options = { redirectUrl, wantsRefresh: true, ...(loginHint !== undefined && { loginHint }) };
    const { url, state, nonce, verifier } = await this.client.begin(
      toProvider(this.seals, ownerId, provider, sso),
      options,
    );
    const secrets: SsoAttemptSecrets = { redirectUrl, nonce, verifier, issuer, clientId, ...about };
    return { url, browserKey: await this.attempts.begin(attemptsOf(ownerId), state, secrets) };
  }

  private async askPassword(
    { _id: ownerId, name }: TeamDocument,
    { email }: User,
    secrets: LinkSecrets,
    browserKey: string,
  ): Promise<FinishedSignIn> {
    const token = randomBytes(32).toString('base64url');
    await this.attempts.begin(links, token, secrets, browserKey);
    return { ownerId, link: { token, email, team: name } };
  }

  /** Opens a session, and notes it at the same time: without the note nobody gets its token. */
  private async open(
    team: TeamDocument,
    person: LetIn,
    identity: LinkedIdentity,
    client: Client,
  ): Promise<OpenSession> {
    const { _id: ownerId } = team;
    const [session] = await Promise.all([
      this.openSession(team, person, identity, client),
      this.people.noteSignIn(ownerId, person, client.clientAddress),
    ]);
    this.logger.info(
      { ownerId, userId: person.user._id },
      'a person signed in at the provider of their team',
    );
    return session;
  }

  private async openSession(
    team: TeamDocument,
    { user, identityId }: LetIn,
    { refreshToken, providerSession }: LinkedIdentity,
    client: Client,
  ): Promise<OpenSession> {
    const id = randomUUID();
    const now = this.clock.now();
    const maxAgeMs = refreshToken === undefined ? unaskedMs : userSessions.maxAgeMs;
    const asked = refreshToken !== undefined && {
      sealedToken: this.seals.seal(refreshToken, tokenPlaceOf(id)),
      nextCheckAt: nextRefreshAt(now),
    };
    // Before the session, so that there is none of which nobody asks the provider.
    await this.ssoSessions.insert({
      ...{ _id: id, ownerId: team._id, userId: user._id, identityId },
      ...{ issuer: team.sso?.provider?.issuer, clientId: team.sso?.provider?.clientId },
      expiresAt: new Date(now.getTime() + maxAgeMs),
      ...(providerSession !== undefined && { providerSession }),
      ...asked,
    });
    return this.sessions.open(user, client, { id, maxAgeMs });
  }
}

const links = 'link';

function attemptsOf(ownerId: string): string {
  return `team ${ownerId}`;
}

/** The provider of a team. @throws {AppError} `conflict` when it is not the one that a sign-in began with */
function providerOf(team: TeamDocument, began: Pick<TeamProvider, 'issuer' | 'clientId'>): TeamProvider {
  const { provider } = ssoOf(team);
  if (provider && isSameProvider(provider, began)) return provider;
  throw new AppError('conflict', 'The sign-in took too long. Start again.');
}

/** @throws {AppError} `forbidden` */
function requireOpen(team: TeamDocument | null): TeamDocument {
  if (team && isOpen(team)) return team;
  throw new AppError('forbidden', 'This team has no single sign-on.');
}
