import type { StaffRole } from '@vault/contracts';
import { AppError } from '@vault/contracts';

/** A person who may sign in to the staff area, with their role. */
export interface StaffMember {
  readonly id: string;
  /** Trimmed and in lower case. */
  readonly email: string;
  readonly role: StaffRole;
  readonly isActive: boolean;
  readonly createdAt: Date;
}

/** Absent fields stay unchanged. */
export interface MemberChange {
  readonly role?: StaffRole | undefined;
  readonly isActive?: boolean | undefined;
}

export type StaffMembers = readonly StaffMember[];

const maxMembers = 1_000;

/**
 * Adding an existing member changes nothing.
 * @throws {AppError} `conflict` when the e-mail is taken or the first member is no staff owner; `limit-reached` at 1,000
 */
export function addMember(members: StaffMembers, member: StaffMember): StaffMembers {
  if (members.some(({ id }) => id === member.id)) return members;
  if (members.some(({ email }) => email === member.email))
    throw new AppError('conflict', 'A member of staff already has this e-mail address.');
  if (members.length >= maxMembers)
    throw new AppError('limit-reached', `The limit of ${String(maxMembers)} members of staff is reached.`);
  if (members.length === 0 && member.role !== 'owner')
    throw new AppError('conflict', 'The first member of staff must be an owner.');
  return [...members, member];
}

/** @throws {AppError} `not-found`; `conflict` when no active staff owner would be left */
export function changeMember(members: StaffMembers, id: string, change: MemberChange): StaffMembers {
  if (!members.some((member) => member.id === id)) throw noSuchMember();
  return requireStaffOwner(
    members.map((member) => {
      if (member.id !== id) return member;
      return { ...member, role: change.role ?? member.role, isActive: change.isActive ?? member.isActive };
    }),
  );
}

/**
 * Removing an unknown member changes nothing.
 * @throws {AppError} `conflict` when no active staff owner would be left
 */
export function removeMember(members: StaffMembers, id: string): StaffMembers {
  const others = members.filter((member) => member.id !== id);
  return others.length === members.length ? members : requireStaffOwner(others);
}

export function noSuchMember(): AppError {
  return AppError.notFound('The member of staff');
}

function requireStaffOwner(members: StaffMembers): StaffMembers {
  if (members.some(({ role, isActive }) => role === 'owner' && isActive)) return members;
  throw new AppError(
    'conflict',
    'This is the last owner who can sign in. Make another member an owner first.',
  );
}
