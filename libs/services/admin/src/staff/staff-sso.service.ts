import { Inject, Injectable } from '@nestjs/common';
import { AppError, CONFIG, LOGGER, type Logger } from '@vault/base';
import {
  type AttemptSecrets,
  SsoAttempts,
  SsoClient,
  type SsoIdentity,
  type SsoProvider,
} from '@vault/identity';
import { AuditService } from '../audit/audit.service.ts';
import type { AdminConfig } from '../config/admin.config.ts';
import type { StaffMember } from '../domain/staff-members.ts';
import { StaffSessionService } from '../sessions/staff-session.service.ts';
import { StaffCredentialsRepository } from '../staff-records/staff-credentials.repository.ts';
import { StaffRosterRepository } from '../staff-records/staff-roster.repository.ts';

const attemptsOf = 'staff';

/** What came back from the provider. */
export interface ReturnedSignIn {
  /** The query of the redirect address. */
  readonly query: string;
  /** From the cookie of the browser. */
  readonly browserKey: string;
  readonly clientAddress: string;
}

/**
 * Signs in members of staff at the provider of the installation. It makes no accounts and gives no roles: a member exists
 * before, with the address that the provider has confirmed. Passwords go on working.
 */
@Injectable()
export class StaffSsoService {
  constructor(
    private readonly client: SsoClient,
    private readonly attempts: SsoAttempts,
    private readonly roster: StaffRosterRepository,
    private readonly credentials: StaffCredentialsRepository,
    private readonly sessions: StaffSessionService,
    private readonly audit: AuditService,
    @Inject(CONFIG) private readonly config: AdminConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  get isOffered(): boolean {
    return this.provider !== undefined;
  }

  /**
   * Begins a sign-in.
   * @returns the address of the provider, and the key of the browser for a cookie
   * @throws {AppError} `not-found` when the installation has no provider; `unavailable` when it cannot be reached
   */
  async begin(redirectUrl: string): Promise<{ url: string; browserKey: string }> {
    const { url, state, nonce, verifier } = await this.client.begin(this.requireProvider(), { redirectUrl });
    const browserKey = await this.attempts.begin(attemptsOf, state, { redirectUrl, nonce, verifier });
    return { url, browserKey };
  }

  /** @throws {AppError} with a sentence for the person */
  async finish({ query, browserKey, clientAddress }: ReturnedSignIn) {
    const provider = this.requireProvider();
    const state = new URLSearchParams(query).get('state') ?? '';
    const { redirectUrl, ...secrets } = await this.attempts.take<AttemptSecrets>(
      attemptsOf,
      state,
      browserKey,
    );
    const callback = `${redirectUrl}?${query.replace(/^\?/, '')}`;
    const identity = await this.client.finish(provider, { callback, state, ...secrets });
    const member = await this.memberOf(identity, clientAddress);
    const actor = { id: member.id, email: member.email, clientAddress };
    await this.audit.record({ action: 'login', actor });
    this.logger.info({ staffId: member.id }, 'a member of staff signed in at the provider');
    return { member, token: await this.sessions.open(member, clientAddress) };
  }

  private requireProvider(): SsoProvider {
    const { provider } = this;
    if (!provider) throw new AppError('not-found', 'Single sign-on is not set up here.');
    return provider;
  }

  /** Read each time, because the secret may change while the service runs. */
  private get provider(): SsoProvider | undefined {
    const { ADMIN_OIDC_ISSUER: issuer, ADMIN_OIDC_CLIENT_ID: clientId } = this.config;
    const { ADMIN_OIDC_CLIENT_SECRET: clientSecret } = this.config;
    if (issuer === undefined || clientId === undefined || clientSecret === undefined) return undefined;
    return { issuer, clientId, clientSecret };
  }

  private async memberOf(identity: SsoIdentity, clientAddress: string): Promise<StaffMember> {
    const email = identity.email?.toLowerCase() ?? '';
    if (identity.isEmailVerified !== true)
      throw new AppError(
        'forbidden',
        `Your provider did not confirm ${email || 'an e-mail address'}. Ask an owner.`,
      );
    const member = (await this.roster.members()).find((each) => each.email === email);
    if (!member) throw new AppError('forbidden', `${email} is not a member of staff. Ask an owner.`);
    const refusal = await this.refusalOf(member, identity);
    if (refusal === undefined) return member;
    const actor = { id: '', email: '', clientAddress };
    const subject = { id: member.id, name: member.email };
    await this.audit.record({ action: 'login', actor, subject, state: 'failed', msg: refusal });
    throw new AppError('forbidden', refusal);
  }

  private async refusalOf(
    member: StaffMember,
    { issuer, subject }: SsoIdentity,
  ): Promise<string | undefined> {
    if (!member.isActive) return 'This account is disabled. Please ask an owner to enable it.';
    // A provider may give an address to another person later: the first one keeps the account.
    const isTheirs = await this.credentials.bindSubject(member.id, `${issuer} ${subject}`);
    return isTheirs ? undefined : 'Another person has signed in with this address before. Ask an owner.';
  }
}
