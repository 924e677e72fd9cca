import { AppError, domainOfEmail, type Role } from '@vault/contracts';
import { isVerified, type TeamSso } from './team-sso.ts';
import { removeMember, roleIn, type Roster, type RosterChange } from './team.ts';

/** A member, as far as their address tells whether the provider lets them in. */
interface Person {
  readonly _id: string;
  readonly email: string;
}

/** Whether the provider of a team lets nobody in with this address. */
export function isOutside(sso: TeamSso, { email }: Pick<Person, 'email'>): boolean {
  return !isVerified(sso, domainOfEmail(email));
}

/**
 * Removes members whose addresses are in no verified domain. Who has left already is passed over.
 * @returns the roles of whom was removed by their ids, besides the roster; undefined when there is nobody
 * @throws {AppError} `conflict` when somebody is an owner or inside: the actor saw another list
 */
export function removeOutsiders(
  team: Roster,
  sso: TeamSso,
  { actorId, people }: { readonly actorId: string; readonly people: readonly Person[] },
): { readonly roster: RosterChange; readonly roles: Readonly<Record<string, Role>> } | undefined {
  let roster: RosterChange | undefined;
  const roles: Record<string, Role> = {};
  for (const person of people) {
    const role = roleIn(team, person._id);
    if (role === undefined) continue;
    if (role === 'owner' || !isOutside(sso, person))
      throw new AppError(
        'conflict',
        `${person.email} is an owner now, or has an address in your domains. Look at the list again.`,
      );
    roster = removeMember({ ...team, ...roster }, { actorId, userId: person._id }) ?? roster;
    roles[person._id] = role;
  }
  return roster && { roster, roles };
}
