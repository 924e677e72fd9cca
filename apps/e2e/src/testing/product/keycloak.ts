import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { Agent, request as sendHttps, type RequestOptions } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TestAuthority } from '@vault/base/testing';
import { startKeycloak } from '../../../../../tools/servers/keycloak.mjs';
import type { ProviderPerson } from './sso-server.ts';

const realm = 'vault';
const password = 'a password at Keycloak';
const client = { id: 'webinars', secret: 'the-secret-of-the-client' };

interface KeycloakAnswer {
  readonly status: number;
  readonly location: string | undefined;
  readonly cookies: readonly string[];
  readonly text: string;
}

interface Row {
  readonly id: string;
}

interface Addresses {
  /** Where it sends people back to. */
  readonly redirectUrl: string;
  /** Where it says whom it has signed out. */
  readonly signOutUrl: string;
}

/** A real Keycloak with a realm whose people are in groups. */
export class Keycloak {
  /** Who signs in next; the subject is the name. */
  person: ProviderPerson = { subject: '', email: '', isVerified: true };
  readonly client = client;
  private readonly server: Awaited<ReturnType<typeof startKeycloak>>;
  private readonly agent: Agent;
  private readonly folder: string;
  /** The ids of its people, by name. */
  private readonly ids = new Map<string, string>();

  private constructor(server: Keycloak['server'], ca: string, folder: string) {
    this.server = server;
    this.agent = new Agent({ ca });
    this.folder = folder;
  }

  static async open(): Promise<Keycloak> {
    const authority = new TestAuthority();
    const folder = await mkdtemp(join(tmpdir(), 'vault-keycloak-'));
    await writeFile(join(folder, 'ca.pem'), authority.ca);
    const certificate = { ca: authority.ca, ...authority.issue({ names: ['127.0.0.1'] }) };
    return new Keycloak(await startKeycloak(certificate), authority.ca, folder);
  }

  get issuer(): string {
    return `${this.server.origin}/realms/${realm}`;
  }

  /** Lets a product trust its certificate. */
  get env(): Readonly<Record<string, string>> {
    return { NODE_EXTRA_CA_CERTS: join(this.folder, 'ca.pem') };
  }

  /** Makes the realm. @param people by name, each with their groups */
  async makeRealm(
    { redirectUrl, signOutUrl }: Addresses,
    people: Readonly<Record<string, readonly string[]>>,
  ): Promise<void> {
    const groups = [...new Set(Object.values(people).flat())];
    await this.ask('POST', '/admin/realms', {
      ...{ realm, enabled: true, groups: groups.map((name) => ({ name })) },
      users: Object.entries(people).map(([username, names]) => ({
        ...{ username, email: `${username}@acme.test`, emailVerified: true, enabled: true },
        ...{ firstName: username, lastName: 'Diaz', groups: names.map((name) => `/${name}`) },
        credentials: [{ type: 'password', value: password }],
        // They may have refresh tokens.
        realmRoles: [`default-roles-${realm}`],
      })),
      clients: [
        {
          ...{ clientId: client.id, secret: client.secret, publicClient: false, redirectUris: [redirectUrl] },
          attributes: {
            'backchannel.logout.url': signOutUrl,
            'backchannel.logout.session.required': 'true',
            'pkce.code.challenge.method': 'S256',
          },
          protocolMappers: [
            {
              ...{
                name: 'groups',
                protocol: 'openid-connect',
                protocolMapper: 'oidc-group-membership-mapper',
              },
              config: { 'claim.name': 'groups', 'full.path': 'false', 'id.token.claim': 'true' },
            },
          ],
        },
      ],
    });
    const found = (await this.ask('GET', `/admin/realms/${realm}/users`)) as {
      id: string;
      username: string;
    }[];
    for (const { id, username } of found) this.ids.set(username, id);
  }

  /** Signs the next person in with its form. @returns the query with which the browser comes back to the product */
  async signIn(url: string): Promise<string> {
    const cookies = new Map<string, string>();
    let next = new URL(url);
    let form: string | undefined;
    for (let steps = 0; steps < 10; steps += 1) {
      if (next.origin !== this.server.origin) return next.search.slice(1);
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const answer = await this.send(form === undefined ? 'GET' : 'POST', next, { cookie }, form);
      for (const line of answer.cookies) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        cookies.set(name, value);
      }
      const action = /<form[^>]+action="([^"]+)"/.exec(answer.text)?.[1];
      const isForm = answer.location === undefined && form === undefined && action !== undefined;
      if (answer.location === undefined && !isForm)
        throw new Error(
          `Keycloak answered ${String(answer.status)} at ${next.pathname}: ${answer.text.slice(0, 300)}`,
        );
      next = new URL(answer.location ?? (action ?? '').replaceAll('&amp;', '&'), next);
      form = isForm ? new URLSearchParams({ username: this.person.subject, password }).toString() : undefined;
    }
    throw new Error('Keycloak sends the browser round in circles.');
  }

  disable(username: string): Promise<unknown> {
    return this.ask('PUT', this.personAt(username), { enabled: false });
  }

  /**
   * Ends the sessions of a person that have refresh tokens of the product, as an admin. They are offline ones, which the
   * sign-out of a person in its console leaves.
   */
  async endSessions(username: string): Promise<void> {
    const clients = (await this.ask('GET', `/admin/realms/${realm}/clients?clientId=${client.id}`)) as Row[];
    const path = `${this.personAt(username)}/offline-sessions/${clients[0]?.id ?? ''}`;
    const sessions = (await this.ask('GET', path)) as Row[];
    for (const { id } of sessions)
      await this.ask('DELETE', `/admin/realms/${realm}/sessions/${id}?isOffline=true`);
  }

  async addToGroup(username: string, name: string): Promise<void> {
    const groups = (await this.ask('GET', `/admin/realms/${realm}/groups`)) as { id: string; name: string }[];
    const id = groups.find((group) => group.name === name)?.id ?? '';
    await this.ask('PUT', `${this.personAt(username)}/groups/${id}`);
  }

  async close(): Promise<void> {
    await this.server.stop();
    this.agent.destroy();
    await rm(this.folder, { recursive: true });
  }

  private personAt(username: string): string {
    return `/admin/realms/${realm}/users/${this.ids.get(username) ?? ''}`;
  }

  /** A call of its admin. Their token lasts a minute. */
  private async ask(method: string, path: string, body?: object): Promise<unknown> {
    const { username, password: secret } = this.server.admin;
    const form = new URLSearchParams({
      ...{ grant_type: 'password', client_id: 'admin-cli', username, password: secret },
    });
    const tokens = new URL('/realms/master/protocol/openid-connect/token', this.server.origin);
    const { text: given } = await this.send('POST', tokens, {}, form.toString());
    const { access_token: token } = JSON.parse(given) as { access_token: string };
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const { status, text } = await this.send(
      method,
      new URL(path, this.server.origin),
      headers,
      body === undefined ? undefined : JSON.stringify(body),
    );
    if (status >= 300) throw new Error(`${method} ${path} answered ${String(status)}: ${text.slice(0, 300)}`);
    return text === '' ? undefined : (JSON.parse(text) as unknown);
  }

  private send(
    method: string,
    url: URL,
    headers: Record<string, string>,
    body?: string,
  ): Promise<KeycloakAnswer> {
    const form = body === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' };
    const options: RequestOptions = { agent: this.agent, method, headers: { ...form, ...headers } };
    return new Promise((resolve, reject) => {
      sendHttps(url, options, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => {
          const { statusCode = 0, headers: given } = response;
          resolve({
            ...{ status: statusCode, location: given.location, cookies: given['set-cookie'] ?? [] },
            text: Buffer.concat(chunks).toString('utf8'),
          });
        });
      })
        .on('error', reject)
        .end(body);
    });
  }
}
