import assert from 'node:assert/strict';
import { txtRecord, type TestDnsServer } from '@vault/base/testing';
import type {
  FinishedSso,
  SessionUser,
  SsoRecord,
  WorkspaceLogPage,
  WorkspaceLogRow,
} from '@vault/contracts';
import type { Answer, Api } from '../api/api.ts';
import type { Product } from './product.ts';
import type { ProviderPerson, SsoServer } from './sso-server.ts';

/** A provider that a test controls: `person` signs in next. */
type TestProvider = Pick<SsoServer, 'issuer' | 'client' | 'person' | 'signIn'>;

/** A sign-in that has begun: the address of the provider, and the cookie of the browser. */
interface Begun {
  readonly url: string;
  readonly cookie: string;
}

/** Signs people in at the providers of teams, as browsers do. */
export class TeamSignIns {
  /** What was secret in them, for a search of the logs. */
  readonly secrets = new Set<string>();
  private readonly product: Product;
  private readonly dns: TestDnsServer;
  private readonly team: { readonly id: string; readonly provider: TestProvider };
  private readonly api: Api;

  /** @param team of most sign-ins, with its provider */
  constructor(product: Product, dns: TestDnsServer, team: TeamSignIns['team']) {
    this.product = product;
    this.dns = dns;
    this.team = team;
    this.api = product.api();
    this.secrets.add(team.provider.client.secret);
  }

  readonly begunOf = ({ status, json, headers }: Answer): Begun => {
    assert.equal(status, 200, json?.msg);
    const [cookie = ''] = (headers.get('set-cookie') ?? '').split(';', 1);
    assert.match(headers.get('set-cookie') ?? '', /; HttpOnly; SameSite=Lax/);
    this.secrets.add(cookie.split('=')[1]!);
    return { url: (json!.data as { url: string }).url, cookie };
  };

  readonly begin = async (body: object = { team: this.team.id }): Promise<Begun> =>
    this.begunOf(await this.api.send('POST', '/api/auth/sso', { body }));

  readonly finish = (query: string, cookie: string, team = this.team.id): Promise<Answer> =>
    this.api.send('POST', `/api/auth/sso/${team}/finish`, { body: { query }, headers: { cookie } });

  /** Lets a person sign in at the provider. @returns the query with which their browser comes back */
  readonly signInThere = async (
    person: ProviderPerson,
    { url }: Begun,
    at: TestProvider = this.team.provider,
  ): Promise<string> => {
    at.person = person;
    const query = await at.signIn(url);
    this.secrets.add(new URLSearchParams(query).get('code') ?? '');
    return query;
  };

  /** A whole sign-in. */
  readonly signIn = async (
    person: ProviderPerson,
    team = this.team.id,
    at: TestProvider = this.team.provider,
  ): Promise<Answer> => {
    const begun = await this.begin({ team });
    return this.finish(await this.signInThere(person, begun, at), begun.cookie, team);
  };

  /** A whole sign-in that succeeds. */
  readonly comeIn = async (person: ProviderPerson): Promise<Api> => this.sessionOf(await this.signIn(person));

  readonly sessionOf = ({ status, json }: Answer): Api => {
    assert.equal(status, 200, json?.msg);
    const { session } = json!.data as FinishedSso;
    const signedIn = this.product.api();
    signedIn.user = session!.user;
    signedIn.workspaceId = session!.team;
    this.secrets.add(session!.user.token);
    return signedIn;
  };

  /** Names a domain, adds its record, and checks it. */
  readonly verify = async (by: Api, domain: string): Promise<SsoRecord> => {
    const { domains } = await by.ask<SsoRecord>('POST', '/api/workspace/domains', { domain });
    const found = domains.find(({ name }) => name === domain)!;
    assert.equal(found.state, 'waiting');
    this.dns.records.set(found.record_name, [txtRecord(found.record_value)]);
    return by.ask<SsoRecord>('POST', `/api/workspace/domains/${domain}/check`, {});
  };
}

/** Registers a person with this address and the password of all test users. */
export async function registerAs(product: Product, email: string): Promise<Api> {
  const person = { firstname: 'Ada', lastname: 'Lovelace', email, password: 'analytical engine' };
  const api = product.api();
  api.user = await api.ask<SessionUser>('POST', '/api/auth/register', { ...person, plan: 'executive' });
  return api;
}

export function setProvider(by: Api, { issuer, client }: TestProvider): Promise<SsoRecord> {
  const body = { issuer, client_id: client.id, client_secret: client.secret };
  return by.ask<SsoRecord>('PUT', '/api/workspace/sso/provider', body);
}

/** The entries of the audit log, the newest first. */
export async function logOf(owner: Api): Promise<WorkspaceLogRow[]> {
  const all: WorkspaceLogRow[] = [];
  for (let before = ''; ;) {
    const page = await owner.ask<WorkspaceLogPage>('GET', `/api/workspace/audit?limit=20${before}`);
    all.push(...page.entries);
    if (page.next === null) return all;
    before = `&before=${encodeURIComponent(page.next)}`;
  }
}

export function refusalOf({ status, json }: Answer): [number, string | undefined] {
  return [status, json?.msg];
}
