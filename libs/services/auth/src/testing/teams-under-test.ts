import { randomUUID } from 'node:crypto';
import { withActor } from '@vault/base';
import { until } from '@vault/base/testing';
import type { CommandType, MessageData, Role } from '@vault/contracts';
import { ScriptedMailServer } from '@vault/integrations/testing';
import PostalMime, { type Email } from 'postal-mime';
import { AuthPeer, newPerson, startAuth, type AuthOptions, type AuthUnderTest } from './auth-under-test.ts';

export interface Person {
  readonly id: string;
  readonly email: string;
  readonly token: string;
}

/** An auth service with people who make teams and get mail. */
export class TeamsUnderTest {
  private constructor(
    readonly server: ScriptedMailServer,
    readonly auth: AuthUnderTest,
    readonly peer: AuthPeer,
  ) {}

  static async start(
    more: Readonly<Record<string, string>> = {},
    options: Pick<AuthOptions, 'secretsEveryMs'> = {},
  ): Promise<TeamsUnderTest> {
    const server = await ScriptedMailServer.start();
    const env = { ...server.env, PUBLIC_URL: 'https://vault.example', METRICS_PORT: '0', ...more };
    const auth = await startAuth({ env, ...options });
    const peer = new AuthPeer(auth);
    await peer.start();
    return new TeamsUnderTest(server, auth, peer);
  }

  async stop(): Promise<void> {
    await this.peer.stop();
    await this.auth.stop();
    await this.server.stop();
  }

  readonly register = async (changes: Partial<ReturnType<typeof newPerson>> = {}): Promise<Person> => {
    const { token, user } = await this.auth.client.register({ ...newPerson(), ...changes });
    return { id: user!.id, email: user!.email, token };
  };

  /** Sends a command of a person about a team. */
  readonly send = <Type extends CommandType>(
    by: Person,
    type: Type,
    data: MessageData<Type> & { ownerId: string },
  ) =>
    withActor(
      () => by,
      () => this.peer.sendAbout(type, data, data.ownerId),
    );

  readonly makeTeam = async (by: Person, name = 'Acme'): Promise<string> => {
    const ownerId = randomUUID();
    await this.send(by, 'auth.create-team.v1', { ownerId, name });
    return ownerId;
  };

  readonly rolesOf = async (ownerId: string) =>
    Object.fromEntries(
      (await this.auth.client.getTeam({ ownerId })).members.map(({ userId, role }) => [userId, role]),
    );

  /** A person who joins a team by an invitation of a member. */
  readonly join = async (ownerId: string, by: Person, person: Person, role: Role): Promise<void> => {
    await this.auth.client.invite({ ownerId, userId: by.id, emails: [person.email], role, note: '' });
    const token = await this.tokenTo(person.email);
    await this.auth.client.acceptInvitation({ token, userId: person.id });
  };

  /** The tokens of the invitations to an address, as their mails have them. */
  readonly tokensTo = async (email: string, count: number): Promise<string[]> => {
    const mails = await until(
      () => this.server.mails.filter(({ to, raw }) => to.includes(email) && raw.includes('/join#')),
      (found) => found.length >= count,
    );
    const texts = await Promise.all(mails.map(async ({ raw }) => (await PostalMime.parse(raw)).text ?? ''));
    return texts.map((text) => /\/join#([\w-]+)/.exec(text)?.[1] ?? '');
  };

  readonly tokenTo = async (email: string) => (await this.tokensTo(email, 1)).at(-1) ?? '';

  /** The mails to a person, when there are as many. */
  readonly mailsTo = async ({ email }: Person, count: number): Promise<Email[]> => {
    const raws = await until(
      () => this.server.mails.filter(({ to }) => to.includes(email)),
      (mails) => mails.length >= count,
    );
    return Promise.all(raws.map(({ raw }) => PostalMime.parse(raw)));
  };

  readonly subjectsTo = async (person: Person, count: number) =>
    (await this.mailsTo(person, count)).map(({ subject }) => subject).sort();
}
