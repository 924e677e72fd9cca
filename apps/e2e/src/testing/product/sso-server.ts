import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Agent, request as sendHttps } from 'node:https';
import { TestAuthority } from '@vault/base/testing';
import { Provider } from 'oidc-provider';

/** A person at the provider. */
export interface ProviderPerson {
  readonly subject: string;
  readonly email: string;
  readonly isVerified: boolean;
  readonly groups?: readonly string[];
}

interface SavedCode {
  readonly accountId: string;
  readonly sid: string;
}

interface AskedGrant {
  readonly oidc: {
    readonly session: { readonly accountId: string };
    readonly client: { readonly clientId: string };
  };
}

const client = { id: 'vault', secret: 'the-secret-of-the-client' };
/** Never called: the test posts sign-outs itself. */
const signOutUrl = 'https://vault.example.com/sign-out';

/**
 * A provider of OpenID Connect, whose person is signed in already. It gives refresh tokens to whoever asks for
 * `offline_access`, each for one use.
 */
export class SsoServer {
  /** Who signs in next. */
  person: ProviderPerson = { subject: 'p-1', email: 'ada@example.com', isVerified: true };
  /** Who has signed in, by subject. Replace them to change their groups; remove them, and nothing is refreshed any more. */
  readonly people = new Map<string, ProviderPerson>();
  readonly client = client;

  private served: Provider | undefined;
  /** The last session of each person, by subject. */
  private readonly sessions = new Map<string, string>();
  /** What the provider posted last. */
  private posted = new URLSearchParams();
  /** What it was asked for, such as `POST /token`. */
  readonly requests: string[] = [];
  readonly authority: TestAuthority;
  private readonly folder: string;
  private readonly server: Server;

  private constructor(folder: string, authority: TestAuthority, server: Server) {
    this.folder = folder;
    this.authority = authority;
    this.server = server;
  }

  /** @param authority of another provider, for a product that trusts both */
  static async open(authority = new TestAuthority()): Promise<SsoServer> {
    const folder = await mkdtemp(join(tmpdir(), 'vault-provider-'));
    await writeFile(join(folder, 'ca.pem'), authority.ca);
    const server = createServer(authority.issue({ names: ['127.0.0.1'] }));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new SsoServer(folder, authority, server);
  }

  get issuer(): string {
    return `https://127.0.0.1:${String((this.server.address() as AddressInfo).port)}`;
  }

  /** Lets a product trust the certificate, and its staff sign in here. */
  get env(): Readonly<Record<string, string>> {
    return {
      NODE_EXTRA_CA_CERTS: join(this.folder, 'ca.pem'),
      ADMIN_OIDC_ISSUER: this.issuer,
      ADMIN_OIDC_CLIENT_ID: client.id,
      ADMIN_OIDC_CLIENT_SECRET: client.secret,
    };
  }

  /** Begins to answer, for a product that sends browsers back to one of these addresses. */
  serve(...redirectUrls: readonly string[]): void {
    /** The sign-ins that asked for a refresh token: without a question to the person the provider forgets it. */
    const refreshable = new Set<string | null>();
    const served = new Provider(this.issuer, {
      clients: [
        {
          client_id: client.id,
          client_secret: client.secret,
          redirect_uris: redirectUrls,
          grant_types: ['authorization_code', 'refresh_token'],
          backchannel_logout_uri: signOutUrl,
          backchannel_logout_session_required: true,
        },
      ],
      cookies: { keys: ['a key of this test'] },
      scopes: ['openid', 'offline_access'],
      claims: {
        openid: ['sub', 'sid'],
        email: ['email', 'email_verified'],
        profile: ['name'],
        groups: ['groups'],
      },
      // So that the ID token has them.
      conformIdTokenClaims: false,
      features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true } },
      pkce: { required: () => true },
      issueRefreshToken: (_context: object, _client: object, { nonce }: { nonce: string }) =>
        refreshable.has(nonce),
      rotateRefreshToken: true,
      expiresWithSession: () => false,
      // Its own refuses addresses of this machine.
      fetch: (_url: string, { body }: { body: URLSearchParams }) => {
        this.posted = body;
        return Promise.resolve(new Response(null, { status: 204 }));
      },
      // Without the question whether the person agrees, which a company answers for its people.
      loadExistingGrant: async ({ oidc: { session, client: asking } }: AskedGrant) => {
        const grant = new served.Grant({ accountId: session.accountId, clientId: asking.clientId });
        grant.addOIDCScope('openid email profile groups offline_access');
        await grant.save();
        return grant;
      },
      findAccount: (_context: object, accountId: string) => {
        const person = this.people.get(accountId);
        return (
          person && {
            accountId,
            claims: () => ({
              sub: accountId,
              email: person.email,
              email_verified: person.isVerified,
              ...(person.groups && { groups: person.groups }),
            }),
          }
        );
      },
    });
    served.on('authorization_code.saved', ({ accountId, sid }: SavedCode) => {
      this.sessions.set(accountId, sid);
    });
    const answer = served.callback();
    this.server.on('request', (request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? '', this.issuer);
      this.requests.push(`${request.method ?? ''} ${pathname}`);
      if (searchParams.get('scope')?.split(' ').includes('offline_access') === true)
        refreshable.add(searchParams.get('nonce'));
      if (!pathname.startsWith('/interaction/')) {
        answer(request, response);
        return;
      }
      this.people.set(this.person.subject, this.person);
      const login = { login: { accountId: this.person.subject } };
      void served.interactionFinished(request, response, login);
    });
    this.served = served;
  }

  /** @returns the logout token for the last session of a person, as the provider posts it */
  async logoutTokenOf(subject: string): Promise<string> {
    const found = await this.served?.Client.find(client.id);
    const session = this.sessions.get(subject);
    if (!found || session === undefined) throw new Error(`${subject} has not signed in.`);
    await found.backchannelLogout(subject, session);
    return this.posted.get('logout_token') ?? '';
  }

  /** Signs a person out, and tells it to the product at this address. */
  async signOut(subject: string, address: string): Promise<Response> {
    const body = new URLSearchParams({ logout_token: await this.logoutTokenOf(subject) });
    return fetch(address, { method: 'POST', body, redirect: 'manual' });
  }

  /** Follows the redirects of a sign-in as a browser does. @returns the query with which it comes back to the product */
  async signIn(url: string): Promise<string> {
    const cookies = new Map<string, string>();
    let next = new URL(url);
    for (let steps = 0; steps < 10; steps += 1) {
      if (next.origin !== this.issuer) return next.search.slice(1);
      next = new URL(await this.redirectOf(next, cookies), next);
    }
    throw new Error('The provider sends the browser round in circles.');
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await rm(this.folder, { recursive: true });
  }

  private redirectOf(url: URL, cookies: Map<string, string>): Promise<string> {
    return new Promise((resolve, reject) => {
      const agent = new Agent({ ca: this.authority.ca });
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      sendHttps(url, { agent, headers: { cookie } }, (response) => {
        for (const line of response.headers['set-cookie'] ?? []) {
          const [name = '', value = ''] = (line.split(';', 1)[0] ?? '').split('=');
          cookies.set(name, value);
        }
        response.resume();
        const { location } = response.headers;
        if (location === undefined)
          reject(new Error(`${url.pathname} answered ${String(response.statusCode)}`));
        else resolve(location);
      })
        .on('error', reject)
        .end();
    });
  }
}
