import { jest } from '@jest/globals';
import { AppError, withActor } from '@vault/base';
import { TestDnsServer, txtRecord, until } from '@vault/base/testing';
import { auditTopic, type MessageData } from '@vault/contracts';
import type { Message, Subscription } from '@vault/messaging';
import { SsoClient, type SsoIdentity, type SsoRefresh } from '@vault/identity';
import PostalMime from 'postal-mime';
import { newPerson, type AuthOptions } from './auth-under-test.ts';
import { TeamsUnderTest, type Person } from './teams-under-test.ts';

export const issuer = 'https://id.acme.test';
export const origin = 'https://vault.example';
const clientId = 'webinars';

/** Teams whose people sign in at a provider without a server. */
export class SsoUnderTest {
  /** What the provider says next about who signs in; an error is its answer. */
  says: Partial<SsoIdentity> | Error = {};
  /** What the provider answers about a refresh token; undefined when it has ended it. */
  refreshes: (token: string) => SsoRefresh | Error | undefined = () => ({});
  asked: string[] = [];
  /** Where the groups of who signed in last were looked for. */
  groupsClaim: string | undefined;
  signOut: { tokenId: string; subject?: string; providerSession?: string } | Error = { tokenId: '1' };
  private states = 0;
  private readonly entries: Message<MessageData<'audit.entry.v1'>>[] = [];
  private subscription: Subscription | undefined;

  private constructor(
    readonly teams: TeamsUnderTest,
    readonly dns: TestDnsServer,
  ) {
    const client = teams.auth.running.get(SsoClient);
    jest
      .spyOn(client, 'describe')
      .mockImplementation(() =>
        Promise.resolve({ algorithms: ['RS256'], keyCount: 2, hasBackChannelLogout: true }),
      );
    jest.spyOn(client, 'begin').mockImplementation((_provider, { redirectUrl, loginHint = '' }) => {
      this.states += 1;
      const state = `state-${String(this.states)}`;
      const query = new URLSearchParams({ state, redirect_uri: redirectUrl, login_hint: loginHint });
      return Promise.resolve({
        url: `${issuer}/authorize?${query.toString()}`,
        state,
        nonce: 'n',
        verifier: 'v',
      });
    });
    jest.spyOn(client, 'finish').mockImplementation(({ groupsClaim }) => {
      this.groupsClaim = groupsClaim;
      return answer(this.says, (said) => identityOf(said));
    });
    jest.spyOn(client, 'refresh').mockImplementation((_provider, token) => {
      this.asked.push(token);
      return answer(this.refreshes(token), (said) => said);
    });
    jest.spyOn(client, 'readLogoutToken').mockImplementation(() => answer(this.signOut, (said) => said));
  }

  static async start(
    env: Readonly<Record<string, string>> = {},
    options: Pick<AuthOptions, 'secretsEveryMs'> = {},
  ): Promise<SsoUnderTest> {
    const dns = await TestDnsServer.start();
    const teams = await TeamsUnderTest.start({ DNS_SERVERS: dns.address, ...env }, options);
    const sso = new SsoUnderTest(teams, dns);
    sso.subscription = await teams.auth.running.infrastructure.bus.subscribe({
      group: 'entries-of-the-test',
      topics: [auditTopic],
      from: 'earliest',
      handler: ({ message }) => {
        sso.entries.push(message as (typeof sso.entries)[number]);
        return Promise.resolve();
      },
    });
    return sso;
  }

  async stop(): Promise<void> {
    await this.subscription?.close();
    await this.teams.stop();
    await this.dns.stop();
  }

  /** What asks providers; its answers are scripted. */
  get ssoClient(): SsoClient {
    return this.teams.auth.running.get(SsoClient);
  }

  get client() {
    return this.teams.auth.client;
  }

  /** A call of a person, whose id is in the audit log. */
  readonly as = <Result>({ id }: Person, call: () => Result): Result =>
    withActor(() => ({ id, address: '203.0.113.7' }), call);

  /** Adds a domain and its record. */
  readonly verify = async (owner: Person, ownerId: string, domain: string) => {
    const { domains } = await this.as(owner, () => this.client.addDomain({ ownerId, domain }));
    const { recordName, recordValue } = domains.find(({ name }) => name === domain)!;
    this.dns.records.set(recordName, [txtRecord(recordValue)]);
    return this.as(owner, () => this.client.checkDomain({ ownerId, domain }));
  };

  /** A team with a verified domain and a provider. */
  readonly makeTeam = async (owner: Person, domain: string, people: Partial<People> = {}) => {
    const ownerId = await this.teams.makeTeam(owner);
    await this.verify(owner, ownerId, domain);
    await this.as(owner, () =>
      this.client.setSsoProvider({ ownerId, issuer, clientId, clientSecret: 'a secret' }),
    );
    const chosen = { newPeople: 'viewer', groups: [], trustsAddresses: false, ...people };
    await this.as(owner, () => this.client.setSsoPeople({ ownerId, ...chosen }));
    return ownerId;
  };

  /** Begins a sign-in. @returns the query with which the browser comes back, and its key */
  readonly begin = async (request: { ownerId?: string; email?: string }) => {
    const { url, browserKey } = await this.client.beginSso({ ...request, origin });
    return { query: `code=1&state=${stateIn(url)}`, browserKey };
  };

  readonly finish = (ownerId: string, begun: { query: string; browserKey: string }) =>
    this.client.finishSso({ ownerId, ...begun, clientAddress: '203.0.113.7' });

  /** The entries of a team in the audit log, when there are as many. */
  readonly entriesOf = async (ownerId: string, count: number) => {
    const found = await until(
      () => this.entries.filter(({ subject }) => subject === ownerId),
      ({ length }) => length >= count,
    );
    return found.map(({ data, actorid }) => ({ action: data.action, fields: data.fields, by: actorid }));
  };

  /** What the first such entry of a team says was before. */
  readonly beforeOf = (ownerId: string, action: string) =>
    this.entries.find(({ subject, data }) => subject === ownerId && data.action === action)?.data.before;

  /** Joins the account of a person with one of the provider. @returns the token of the session */
  readonly link = async (ownerId: string, { email }: Person, subject = email) => {
    this.says = { subject, email };
    const begun = await this.begin({ ownerId });
    const { link } = await this.finish(ownerId, begun);
    const { session } = await this.client.linkSso({
      ...{ token: link?.token ?? '', browserKey: begun.browserKey },
      ...{ password: newPerson().password, clientAddress: '203.0.113.7' },
    });
    return session!.token;
  };

  /** A call of an owner in one of their sessions; without an emergency owner the requirement ends. */
  readonly require = async (
    owner: Person,
    token: string,
    ownerId: string,
    emergencyOwner?: string,
    alsoRemove: string[] = [],
  ) => {
    const { sessionId } = await this.client.verifySession({ token });
    const request = { ownerId, userId: owner.id, sessionId, emergencyOwner, alsoRemove };
    return this.as(owner, () => this.client.setSsoRequirement(request));
  };

  /** A team that requires its provider, whose first owner has signed in through it. */
  readonly makeRequiringTeam = async (owner: Person, domain: string) => {
    const ownerId = await this.makeTeam(owner, domain);
    const token = await this.link(ownerId, owner);
    await this.test(owner, ownerId, { subject: owner.email, email: owner.email });
    await this.require(owner, token, ownerId, owner.id);
    return { ownerId, token };
  };

  readonly isOpen = (token: string): Promise<boolean> =>
    this.client.verifySession({ token }).then(
      () => true,
      (error: unknown) => {
        if (AppError.is(error, 'unauthenticated')) return false;
        throw error;
      },
    );

  readonly login = (email: string, password = newPerson().password) =>
    this.client.login({ email, password, clientAddress: '203.0.113.7' });

  /** The token of a link for a new password. */
  readonly resetTokenTo = async ({ email }: Person): Promise<string> => {
    await this.client.requestPasswordReset({ email, clientAddress: '203.0.113.7' });
    const found = await until(
      () =>
        this.teams.server.mails.find(({ to, raw }) => to.includes(email) && raw.includes('/reset-password#')),
      (mail) => mail !== undefined,
    );
    const { text = '' } = await PostalMime.parse(found?.raw ?? '');
    return /\/reset-password#([\w-]+)/.exec(text)?.[1] ?? '';
  };

  /** A whole sign-in of a person. */
  readonly signIn = async (ownerId: string, says: Partial<SsoIdentity>) => {
    this.says = says;
    return this.finish(ownerId, await this.begin({ ownerId }));
  };

  /** A test of the sign-in by an owner. */
  readonly test = async (owner: Person, ownerId: string, says: Partial<SsoIdentity> | Error) => {
    this.says = says;
    const { url, browserKey } = await this.as(owner, () => this.client.testSso({ ownerId, origin }));
    await this.finish(ownerId, { query: `code=1&state=${stateIn(url)}`, browserKey });
    return (await this.client.getSso({ ownerId })).test;
  };
}

interface People {
  readonly newPeople: string;
  readonly groups: { name: string; role: string }[];
  readonly trustsAddresses: boolean;
}

export function stateIn(url: string): string {
  return new URL(url).searchParams.get('state') ?? '';
}

function identityOf(said: Partial<SsoIdentity>): SsoIdentity {
  return {
    ...{ issuer, subject: 'nobody', firstname: 'Bo', lastname: 'Diaz', groups: [], isEmailVerified: true },
    proof: { algorithm: 'RS256', keyId: 'k1', clockSeconds: 2, namesGroups: true },
    ...said,
  };
}

function answer<Said, Result>(said: Said | Error, read: (said: Said) => Result): Promise<Result> {
  return said instanceof Error ? Promise.reject(said) : Promise.resolve(read(said));
}
