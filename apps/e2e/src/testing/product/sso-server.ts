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
}

interface AskedGrant {
  readonly oidc: {
    readonly session: { readonly accountId: string };
    readonly client: { readonly clientId: string };
  };
}

const client = { id: 'vault', secret: 'the-secret-of-the-client' };

/** A provider of OpenID Connect, whose person is signed in already. */
export class SsoServer {
  /** Who signs in next. */
  person: ProviderPerson = { subject: 'p-1', email: 'ada@example.com', isVerified: true };

  private readonly folder: string;
  private readonly authority: string;
  private readonly server: Server;

  private constructor(folder: string, authority: string, server: Server) {
    this.folder = folder;
    this.authority = authority;
    this.server = server;
  }

  static async open(): Promise<SsoServer> {
    const authority = new TestAuthority();
    const folder = await mkdtemp(join(tmpdir(), 'vault-provider-'));
    await writeFile(join(folder, 'ca.pem'), authority.ca);
    const server = createServer(authority.issue({ names: ['127.0.0.1'] }));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new SsoServer(folder, authority.ca, server);
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

  /** Begins to answer, for a product that sends browsers back to this address. */
  serve(redirectUrl: string): void {
    const served = new Provider(this.issuer, {
      clients: [{ client_id: client.id, client_secret: client.secret, redirect_uris: [redirectUrl] }],
      cookies: { keys: ['a key of this test'] },
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
      // So that the ID token has them.
      conformIdTokenClaims: false,
      features: { devInteractions: { enabled: false } },
      pkce: { required: () => true },
      // Without the question whether the person agrees, which a company answers for its people.
      loadExistingGrant: async ({ oidc: { session, client: asking } }: AskedGrant) => {
        const grant = new served.Grant({ accountId: session.accountId, clientId: asking.clientId });
        grant.addOIDCScope('openid email profile');
        await grant.save();
        return grant;
      },
      findAccount: (_context: object, accountId: string) => ({
        accountId,
        claims: () => ({
          sub: accountId,
          email: this.person.email,
          email_verified: this.person.isVerified,
        }),
      }),
    });
    const answer = served.callback();
    this.server.on('request', (request, response) => {
      const login = { login: { accountId: this.person.subject } };
      if (request.url?.startsWith('/interaction/') === true)
        void served.interactionFinished(request, response, login);
      else answer(request, response);
    });
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
      const agent = new Agent({ ca: this.authority });
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
