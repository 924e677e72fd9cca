import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';
import type { SendRequest } from '../sso-provider.ts';
import { issuer, provider, redirectUrl, type TestKey } from './scripted-provider.ts';

interface AskedGrant {
  readonly oidc: {
    readonly session: { readonly accountId: string; grantIdFor(clientId: string): string | undefined };
    readonly client: { readonly clientId: string };
  };
}

/** A certified provider in this process, which people reach by https as far as it can tell. */
export class TestProvider {
  /** Removed people are not in it. */
  readonly people = new Map([
    [
      'ann',
      {
        email: 'ann@example.com',
        email_verified: true,
        given_name: 'Ann',
        family_name: 'Lee',
        groups: ['A'],
      },
    ],
  ]);
  readonly requests: string[] = [];
  private server!: Server;
  private listener!: RequestListener;
  private readonly cookies = new Map<string, string>();
  private served!: Provider;
  /** What the provider posted last. */
  private posted = new URLSearchParams();

  async start(key: TestKey): Promise<void> {
    this.useKey(key);
    this.server = createServer((request, response) => {
      this.listener(request, response);
    });
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  /** Forgets sign-ins of before. */
  useKey({ kid, alg, privateKey }: TestKey): void {
    this.cookies.clear();
    const served = new Provider(issuer, {
      clients: [
        {
          client_id: provider.clientId,
          client_secret: provider.clientSecret,
          redirect_uris: [redirectUrl],
          backchannel_logout_uri: 'https://vault.example.com/sign-out',
          backchannel_logout_session_required: true,
          grant_types: ['authorization_code', 'refresh_token'],
        },
      ],
      jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), kid, alg, use: 'sig' }] },
      cookies: { keys: ['a key of this test'] },
      claims: {
        openid: ['sub', 'sid'],
        email: ['email', 'email_verified'],
        profile: ['given_name', 'family_name', 'groups'],
      },
      // So that the ID token has them.
      conformIdTokenClaims: false,
      features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true } },
      pkce: { required: () => true },
      fetch: (_url: string, { body }: { body: URLSearchParams }) => {
        this.posted = body;
        return Promise.resolve(new Response(null, { status: 204 }));
      },
      rotateRefreshToken: true,
      // Without the question whether the person agrees, which a company answers for its people.
      issueRefreshToken: () => true,
      loadExistingGrant: async ({ oidc: { session, client } }: AskedGrant) => {
        const known = session.grantIdFor(client.clientId);
        if (known !== undefined) return served.Grant.find(known);
        const grant = new served.Grant({ accountId: session.accountId, clientId: client.clientId });
        grant.addOIDCScope('openid email profile offline_access');
        await grant.save();
        return grant;
      },
      findAccount: (_context: object, accountId: string) => {
        const person = this.people.get(accountId);
        return person && { accountId, claims: () => ({ sub: accountId, ...person }) };
      },
      ttl: {
        AccessToken: 60,
        AuthorizationCode: 60,
        Grant: 600,
        IdToken: 60,
        Interaction: 60,
        RefreshToken: 600,
        Session: 600,
      },
    });
    this.served = served;
    served.proxy = true;
    const serve = served.callback();
    this.listener = (request, response) => {
      // In place of a page that asks for a password.
      if (request.url?.startsWith('/interaction/') === true)
        void served.interactionFinished(request, response, { login: { accountId: 'ann' } });
      else serve(request, response);
    };
  }

  /** Signs a person out. @returns what the provider posts to its client */
  async signOut(subject: string, session: string): Promise<string> {
    const client = await this.served.Client.find(provider.clientId);
    await client?.backchannelLogout(subject, session);
    return this.posted.get('logout_token') ?? '';
  }

  readonly send: SendRequest = async (url, { method, headers, body }) => {
    this.requests.push(`${method} ${new URL(url).pathname}`);
    const response = await this.fetch(url, { method, headers, ...(body !== undefined && { body }) });
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: Buffer.from(await response.arrayBuffer()),
    };
  };

  /** Follows the redirects as a browser does. @returns the address at which the person comes back */
  async follow(url: string): Promise<string> {
    let address = new URL(url, issuer);
    for (let count = 0; count < 10; count += 1) {
      if (address.href.startsWith(redirectUrl)) return address.href;
      const cookie = Array.from(this.cookies, ([name, value]) => `${name}=${value}`).join('; ');
      const response = await this.fetch(address.href, { headers: { cookie } });
      for (const set of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
        if (value === '') this.cookies.delete(name);
        else this.cookies.set(name, value);
      }
      const location = response.headers.get('location');
      if (location === null) throw new Error(`${String(response.status)}: ${await response.text()}`);
      address = new URL(location, address);
    }
    throw new Error('Too many redirects.');
  }

  private fetch(url: string, options: RequestInit): Promise<Response> {
    const { port } = this.server.address() as AddressInfo;
    const { pathname, search, host } = new URL(url);
    return fetch(`http://127.0.0.1:${String(port)}${pathname}${search}`, {
      ...options,
      headers: {
        ...(options.headers as Record<string, string>),
        'x-forwarded-host': host,
        'x-forwarded-proto': 'https',
      },
      redirect: 'manual',
    });
  }
}
