import type { Publishers, Role } from '@vault/contracts';

/** Whose data a request of a person is about, and what they may do there. */
export interface Workspace {
  readonly id: string;
  readonly name: string;
  readonly kind: 'personal' | 'team';
  readonly role: Role;
  readonly publishers: Publishers;
  /** Of a team: a square WebP picture in base64; only in a list. */
  readonly picture?: string;
  /** When the account was joined with the person of the team's provider; only in a list. */
  readonly linkedAt?: Date;
  /** Of a team that is closed until it is deleted. */
  readonly deletesAt?: Date;
}

/** The own workspace of a person, which has their id. Nobody else is ever a member of it. */
export function personalWorkspace(userId: string): Workspace {
  return { id: userId, name: 'Personal', kind: 'personal', role: 'owner', publishers: 'editors' };
}
