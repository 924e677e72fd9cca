import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { AppError, CLOCK, LOGGER, withActor, type Clock, type Logger } from '@vault/base';
import { domainOfEmail, emailAddressOf, personName, type Role } from '@vault/contracts';
import type { SsoIdentity } from '@vault/identity';
import { AccountService } from '../accounts/account.service.ts';
import { disabled } from '../domain/entitlement.ts';
import { openInvitations, roleIn, setRoleOfGroups, type TeamInvitation } from '../domain/team.ts';
import { isVerified, roleOf, setsRoles } from '../domain/team-sso.ts';
import { InvitationService } from '../teams/invitation.service.ts';
import { memberChanged } from '../teams/team-events.ts';
import { TeamRepository } from '../teams/team.repository.ts';
import type { TeamDocument } from '../teams/team.schema.ts';
import { UserRepository } from '../users/user.repository.ts';
import type { User } from '../users/user.schema.ts';
import { entriesOf, ssoOf } from './sso-change.ts';
import { identityIdOf, SsoIdentities } from './sso-identities.ts';

/** Somebody who comes in through a provider. */
export interface LetIn {
  readonly user: User;
  readonly identityId: string;
}

/** A person whom a provider has named: they come in, or join an account that exists with its password. */
export type Admission = LetIn | { readonly account: User };

/** The fields of an identity that a sign-in decides by. */
export type NamedPerson = Pick<
  SsoIdentity,
  'issuer' | 'subject' | 'email' | 'isEmailVerified' | 'firstname' | 'lastname' | 'groups'
>;

/** Decides who comes in through the provider of a team, with which account and role. */
@Injectable()
export class SsoPeopleService {
  constructor(
    private readonly teams: TeamRepository,
    private readonly users: UserRepository,
    private readonly accounts: AccountService,
    private readonly identities: SsoIdentities,
    private readonly invitations: InvitationService,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** @throws {AppError} with a sentence for the person */
  async admit(team: TeamDocument, person: NamedPerson, clientAddress: string): Promise<Admission> {
    const known = await this.identities.find(team._id, person);
    const user = known && (await this.users.find(known.userId));
    if (user) return this.enter(team, user, person, clientAddress);
    const email = addressOf(team, person);
    const account = await this.users.findForSignIn(email);
    if (account) {
      if (await this.identities.hasOther(team._id, account._id)) throw otherPerson(team);
      requireActive(account);
      return { account };
    }
    // Before there is an account.
    await this.requireRole(team, person, email);
    // The person first: what was interrupted goes on with the same account.
    const userId = known?.userId ?? randomUUID();
    if (!known && !(await this.identities.insert(team._id, person, userId))) throw otherPerson(team);
    const made = await this.accounts.make(userId, { ...namesOf(person, email), email }, clientAddress);
    this.logger.info({ ownerId: team._id, userId }, 'a person came in through a provider');
    return this.enter(team, made, person, clientAddress);
  }

  /** Joins an account, whose password was given, with a person of the provider. @throws {AppError} as {@link admit} */
  async link(team: TeamDocument, user: User, person: NamedPerson, clientAddress: string): Promise<Admission> {
    requireActive(user);
    await this.forgetUnfinished(team._id, user._id, person);
    const actor = { id: user._id, address: clientAddress };
    const isLinked = await withActor(
      () => actor,
      () => {
        const [entry] = entriesOf(team._id, { action: 'auth.link-sign-on', fields: { userId: user._id } });
        return this.identities.insert(team._id, person, user._id, entry);
      },
    );
    if (!isLinked) throw otherPerson(team);
    return this.enter(team, user, person, clientAddress);
  }

  /** A sign-in of before could not make its account, because the address was taken or reserved: this one takes its place. */
  private async forgetUnfinished(ownerId: string, userId: string, person: NamedPerson): Promise<void> {
    const known = await this.identities.find(ownerId, person);
    if (!known || known.userId === userId || (await this.users.find(known.userId))) return;
    await this.identities.remove(ownerId, known.userId);
  }

  /**
   * Gives a member the role of their groups, where the team has any.
   * @param known as it was read just now: mostly nothing is to do, and a roster is long
   */
  async applyGroups(known: TeamDocument, userId: string, groups: readonly string[]): Promise<void> {
    const { _id: ownerId } = known;
    if (newRoleIn(known, userId, groups) === undefined) return;
    await this.teams.change(ownerId, (team) => {
      const role = newRoleIn(team, userId, groups);
      if (role === undefined) return undefined;
      const entry = { action: 'auth.set-role', fields: { userId, role, bySignOn: true } } as const;
      return {
        set: setRoleOfGroups(team, userId, role),
        events: [memberChanged(ownerId, userId, role), ...entriesOf(ownerId, entry)],
      };
    });
  }

  /** Notes that somebody was let in, also in the audit log of the team. */
  async noteSignIn(ownerId: string, { user, identityId }: LetIn, clientAddress: string): Promise<void> {
    const actor = { id: user._id, address: clientAddress };
    await withActor(
      () => actor,
      () => {
        const [entry] = entriesOf(ownerId, { action: 'auth.sign-on', fields: {} });
        return this.identities.noteSignIn(ownerId, identityId, entry);
      },
    );
  }

  private async enter(
    team: TeamDocument,
    user: User,
    person: NamedPerson,
    clientAddress: string,
  ): Promise<LetIn> {
    requireActive(user);
    const { _id: ownerId } = team;
    const actor = { id: user._id, address: clientAddress };
    await withActor(
      () => actor,
      async () => {
        if (roleIn(team, user._id) === undefined) {
          const joining = await this.requireRole(team, person, user.email);
          await this.invitations.join(ownerId, joining, user._id);
        } else await this.applyGroups(team, user._id, person.groups);
      },
    );
    return { user, identityId: identityIdOf(ownerId, person) };
  }

  /** How somebody who is no member joins. @throws {AppError} `forbidden` when they may not */
  private async requireRole(
    team: TeamDocument,
    { groups }: NamedPerson,
    email: string,
  ): Promise<Pick<TeamInvitation, 'id' | 'role' | 'invitedBy'>> {
    const sso = ssoOf(team);
    const named = openInvitations(team, this.clock.now()).find((each) => each.email === email);
    // It works where its link would.
    const invitation = named && (await this.invitations.find(team._id, named.id))?.invitation;
    const byGroups = roleOf({ ...sso, newPeople: 'invited' }, groups);
    const role = byGroups ?? invitation?.role ?? roleOf(sso, groups);
    if (role === undefined)
      throw new AppError(
        'forbidden',
        `${team.name} does not let new people in by themselves. Ask for an invitation.`,
      );
    return { id: invitation?.id ?? randomUUID(), role, invitedBy: invitation?.invitedBy ?? '' };
  }
}

/**
 * The address that a provider has confirmed for a person: only in a domain that its team has verified.
 * @throws {AppError} `forbidden`
 */
export function addressOf(team: Pick<TeamDocument, 'name' | 'sso'>, person: NamedPerson): string {
  const email = emailAddressOf(person.email ?? '');
  const { name } = team;
  const sso = ssoOf(team);
  if (email === undefined)
    throw new AppError(
      'forbidden',
      `Your provider names no e-mail address of yours. Ask an admin of ${name}.`,
    );
  if (!isVerified(sso, domainOfEmail(email)))
    throw new AppError(
      'forbidden',
      `The address ${email} is not in a domain of ${name}. Ask an admin of ${name}.`,
    );
  if (person.isEmailVerified ?? sso.trustsAddresses) return email;
  throw new AppError('forbidden', `Your provider did not confirm ${email}. Ask an admin of ${name}.`);
}

/** The role that a member is to have by their groups; undefined when they have it, or groups decide nothing. */
function newRoleIn(team: TeamDocument, userId: string, groups: readonly string[]): Role | undefined {
  const sso = ssoOf(team);
  const before = roleIn(team, userId);
  const role = setsRoles(sso) ? roleOf(sso, groups) : undefined;
  // Owners are made by owners.
  return before === undefined || before === 'owner' || role === before ? undefined : role;
}

/** By the rules of names that people type: a provider may send any characters. */
function namesOf(person: NamedPerson, email: string) {
  const [firstname = '', lastname = ''] = [person.firstname, person.lastname].map(
    (name) => personName.safeParse(name).data,
  );
  if (firstname !== '' || lastname !== '') return { firstname, lastname };
  return { firstname: email.slice(0, email.lastIndexOf('@')).slice(0, 100), lastname: '' };
}

function requireActive({ isActive }: Pick<User, 'isActive'>): void {
  if (!isActive) throw new AppError('forbidden', disabled);
}

function otherPerson({ name }: Pick<TeamDocument, 'name'>): AppError {
  return new AppError(
    'forbidden',
    `Another person has signed in with this address before. Ask an admin of ${name}.`,
  );
}
