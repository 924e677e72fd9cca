import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  ClientSecretBasic,
  ClientSecretPost,
  clockTolerance,
  Configuration,
  customFetch,
  enableNonRepudiationChecks,
  getJwksCache,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  refreshTokenGrant,
  setJwksCache,
  type IDToken,
} from 'openid-client';
import { checksOfRefused } from './answer-checks.ts';
import { assertPlausible, clockToleranceSeconds, groupsOf, identityOf, proofOf } from './identity-of.ts';
import { KnownProviders, type KnownProvider } from './known-providers.ts';
import { readUnverified, verify } from './logout-tokens.ts';
import { ProviderRequests } from './provider-requests.ts';
import { countSigning, readKeys, type ProviderSettings } from './provider-settings.ts';
import {
  InvalidAnswer,
  isInvalidGrant,
  isKeyUnknown,
  toRefreshError,
  toLogoutError,
  toSettingsError,
  toSignInError,
  tookTooLong,
} from './sso-errors.ts';
import type {
  BegunSignIn,
  SendRequest,
  SsoDescription,
  SsoIdentity,
  SsoLogout,
  SsoProvider,
  SsoRefresh,
} from './sso-provider.ts';

/** For all requests of a call. */
const callDeadlineMs = 5_000;

/** What specs replace. */
export interface SsoClientParts {
  readonly deadlineMs?: number;
  /** In milliseconds, from any point of time. */
  readonly now?: () => number;
}

interface BeginOptions {
  /** Where the provider sends the person back to: the public address, without a query. */
  readonly redirectUrl: string;
  readonly loginHint?: string;
  readonly wantsRefresh?: boolean;
}

interface SignInToFinish {
  /** The public redirect address, with the query that came back. */
  readonly callback: string;
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/**
 * The client of OpenID Connect. All its failures are `AppError`s with a sentence for the person; what a provider writes in
 * errors is never part of them. A key that is not known yet is looked for again, so that a sign-in just after a provider
 * has changed its keys succeeds.
 */
export class SsoClient {
  private readonly providers: KnownProviders;
  private readonly deadlineMs: number;
  private readonly now: () => number;

  constructor(
    private readonly send: SendRequest,
    { deadlineMs = callDeadlineMs, now = () => performance.now() }: SsoClientParts = {},
  ) {
    this.deadlineMs = deadlineMs;
    this.now = now;
    this.providers = new KnownProviders(now);
  }

  /**
   * Reads the provider's settings and keys now.
   * @throws {AppError} with the reason why it cannot be used, for whoever sets it up
   */
  async describe({ issuer }: SsoProvider): Promise<SsoDescription> {
    const requests = this.requests();
    try {
      const settings = await this.providers.read(issuer, requests).settings;
      return {
        algorithms: settings.algorithms,
        keyCount: countSigning(await readKeys(settings, requests)),
        hasBackChannelLogout: settings.hasBackChannelLogout,
      };
    } catch (error) {
      throw toSettingsError(error);
    }
  }

  /** @throws {AppError} */
  async begin(provider: SsoProvider, options: BeginOptions): Promise<BegunSignIn> {
    const requests = this.requests();
    try {
      const settings = await this.providers.get(provider.issuer, requests).settings;
      const [state, nonce, verifier] = [randomState(), randomNonce(), randomPKCECodeVerifier()];
      const url = buildAuthorizationUrl(configurationOf(settings, provider, requests), {
        redirect_uri: options.redirectUrl,
        scope: scopeOf(settings, options),
        state,
        nonce,
        code_challenge: await calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        ...(options.loginHint !== undefined && { login_hint: options.loginHint }),
      });
      return { url: url.href, state, nonce, verifier };
    } catch (error) {
      throw toSignInError(error);
    }
  }

  /** @throws {AppError} */
  async finish(provider: SsoProvider, sign: SignInToFinish): Promise<SsoIdentity> {
    // The library skips the check of what is empty.
    if (sign.state === '' || sign.nonce === '' || sign.verifier === '') throw tookTooLong();
    const checks = {
      expectedState: sign.state,
      expectedNonce: sign.nonce,
      pkceCodeVerifier: sign.verifier,
      idTokenExpected: true,
    };
    try {
      const tokens = await this.ask(provider, (configuration) =>
        authorizationCodeGrant(configuration, new URL(sign.callback), checks),
      );
      const claims = plausible(tokens.claims(), provider);
      if (!claims || tokens.id_token === undefined)
        throw new InvalidAnswer(new Error('There is no ID token.'));
      return {
        ...identityOf(claims, provider.groupsClaim),
        proof: proofOf(tokens.id_token, claims, {
          groupsClaim: provider.groupsClaim,
          nowSeconds: Date.now() / 1000,
        }),
        ...(tokens.refresh_token !== undefined && { refreshToken: tokens.refresh_token }),
      };
    } catch (error) {
      throw toSignInError(error, checksOfRefused(error, { ...provider, nonce: sign.nonce }));
    }
  }

  /**
   * Never ask twice at the same time with the same token: a provider that replaces its tokens ends all of them then.
   * @returns undefined when the provider has ended it
   * @throws {AppError} `conflict` when it has answered something else about it; `unavailable` for every other reason
   */
  async refresh(provider: SsoProvider, refreshToken: string): Promise<SsoRefresh | undefined> {
    try {
      const tokens = await this.ask(provider, (configuration) =>
        refreshTokenGrant(configuration, refreshToken),
      );
      const claims = plausible(tokens.claims(), provider);
      return {
        ...(tokens.refresh_token !== undefined && { refreshToken: tokens.refresh_token }),
        ...(claims && { groups: groupsOf(claims, provider.groupsClaim) }),
      };
    } catch (error) {
      if (isInvalidGrant(error)) return undefined;
      throw toRefreshError(error);
    }
  }

  /**
   * Reads a logout token, which the provider sends when somebody signs out there (OpenID Connect Back-Channel Logout).
   * Whether its `tokenId` was seen before is the caller's to check.
   * @throws {AppError} `invalid-input` for every token that is not valid, `unavailable` when the provider is away
   */
  async readLogoutToken(provider: SsoProvider, token: string): Promise<SsoLogout> {
    try {
      const logout = readUnverified(token, Date.now() / 1000);
      await this.withKnown(provider, async (known, requests) => {
        const { algorithms } = await known.settings;
        const keys = async () => (await this.providers.keysOf(known, requests)).jwks;
        await verify(token, provider, algorithms, keys);
      });
      return logout;
    } catch (error) {
      throw toLogoutError(error);
    }
  }

  private requests(): ProviderRequests {
    return new ProviderRequests(this.send, this.deadlineMs, this.now);
  }

  private ask<Tokens>(provider: SsoProvider, grant: Grant<Tokens>): Promise<Tokens> {
    return this.withKnown(provider, (known, requests) => askKnown(known, provider, requests, grant));
  }

  /** Once more with newer settings and keys, when a token is signed with an unknown key. */
  private async withKnown<Answer>(
    { issuer }: SsoProvider,
    call: (known: KnownProvider, requests: ProviderRequests) => Promise<Answer>,
  ): Promise<Answer> {
    const requests = this.requests();
    const known = this.providers.get(issuer, requests);
    try {
      return await call(known, requests);
    } catch (error) {
      const newer = isKeyUnknown(error) && this.providers.newerThan(known, issuer, requests);
      if (!newer) throw error;
      return await call(newer, requests);
    }
  }
}

type Grant<Tokens> = (configuration: Configuration) => Promise<Tokens>;

async function askKnown<Tokens>(
  known: KnownProvider,
  provider: SsoProvider,
  requests: ProviderRequests,
  grant: Grant<Tokens>,
): Promise<Tokens> {
  const configuration = configurationOf(await known.settings, provider, requests);
  if (known.keys) setJwksCache(configuration, known.keys);
  try {
    return await grant(configuration);
  } finally {
    const keys = getJwksCache(configuration);
    if (keys && keys.uat >= (known.keys?.uat ?? 0)) known.keys = keys;
  }
}

/** Each call has its own, because its requests share a deadline. */
function configurationOf(
  settings: ProviderSettings,
  { clientId, clientSecret }: SsoProvider,
  requests: ProviderRequests,
): Configuration {
  const authentication = settings.sendsSecretInHeader ? ClientSecretBasic : ClientSecretPost;
  const client = { [clockTolerance]: clockToleranceSeconds };
  const configuration = new Configuration(settings.metadata, clientId, client, authentication(clientSecret));
  configuration[customFetch] = requests.fetch;
  enableNonRepudiationChecks(configuration);
  return configuration;
}

/** A scope that a provider does not know may make it refuse the sign-in. */
function scopeOf({ scopes }: ProviderSettings, { wantsRefresh = false }: BeginOptions): string {
  const wished = ['groups', ...(wantsRefresh ? ['offline_access'] : [])];
  return ['openid', 'email', 'profile', ...wished.filter((scope) => scopes.includes(scope))].join(' ');
}

function plausible(claims: IDToken | undefined, { clientId }: SsoProvider): IDToken | undefined {
  if (claims) assertPlausible(claims, clientId, Date.now() / 1000);
  return claims;
}
