import type { MemberRow } from '@vault/contracts';

/** What a member is called; their address when they gave no name. */
export function memberName({
  firstname,
  lastname,
  email,
}: Pick<MemberRow, 'firstname' | 'lastname' | 'email'>): string {
  return [firstname, lastname].filter(Boolean).join(' ') || (email ?? 'A member');
}
