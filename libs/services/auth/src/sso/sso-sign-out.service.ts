import { Inject, Injectable } from '@nestjs/common';
import { AppError, CLOCK, type Clock } from '@vault/base';
import type { authRpc } from '@vault/contracts/rpc';
import { AccountTriesRepository, countAttempt, Seals, SsoClient, type TryLimit } from '@vault/identity';
import { TeamRepository } from '../teams/team.repository.ts';
import { ssoOf } from './sso-change.ts';
import { identityIdOf } from './sso-identities.ts';
import { SessionRefresh } from './session-refresh.ts';
import { SsoSessions } from './sso-sessions.repository.ts';
import { toProvider } from './to-provider.ts';

/** A token is refused when it is older than this. */
const once: TryLimit = { tries: 1, windowMs: 5 * 60_000 };

/** Ends sessions when a provider says that it has ended its own (back channel). */
@Injectable()
export class SsoSignOutService {
  constructor(
    private readonly teams: TeamRepository,
    private readonly client: SsoClient,
    private readonly seals: Seals,
    private readonly ssoSessions: SsoSessions,
    private readonly refresh: SessionRefresh,
    private readonly tries: AccountTriesRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws {AppError} `invalid-input` when the token is not valid, or was used */
  async signOut({ ownerId, logoutToken }: authRpc.SignOutByProviderRequest): Promise<void> {
    const team = await this.teams.find(ownerId);
    const sso = team && ssoOf(team);
    if (!sso?.provider) throw notOfProvider();
    const { provider } = sso;
    const asked = toProvider(this.seals, ownerId, provider, sso);
    const said = await this.client.readLogoutToken(asked, logoutToken);
    const { tokenId, providerSession, subject } = said;
    await this.use(`${ownerId} ${tokenId}`);
    const { issuer } = provider;
    const which = {
      ownerId,
      ...(subject !== undefined && { identityId: identityIdOf(ownerId, { issuer, subject }) }),
      ...(providerSession !== undefined && { providerSession }),
    };
    for (const session of await this.ssoSessions.find(which))
      await this.refresh.end(session, 'the provider has signed the person out');
  }

  private async use(token: string): Promise<void> {
    const key = `sign-out:${token}`;
    try {
      await countAttempt(this.tries, { key, at: this.clock.now().getTime(), limit: once });
    } catch (error) {
      throw AppError.is(error, 'too-many-requests') ? notOfProvider() : error;
    }
  }
}

function notOfProvider(): AppError {
  return new AppError('invalid-input', 'This is not a sign-out of the provider.');
}
