import type { EmployeeRow } from '@vault/contracts';

/** A state of a user that staff should notice. */
export type EmployeeMark = 'inactive' | 'expired' | 'unconfirmed' | 'upgrade';

/** Whether a user waits for an upgrade or for the confirmation of the registration. The same action grants both. */
export function wantsUpgrade({ upgrade_requested_at, is_confirmed }: EmployeeRow): boolean {
  return upgrade_requested_at !== null || !is_confirmed;
}

/** The marks of a user. @param now epoch seconds */
export function marksOf(row: EmployeeRow, now: number): EmployeeMark[] {
  const marks: [EmployeeMark, boolean][] = [
    ['inactive', !row.is_active],
    ['expired', row.is_active && row.membership_end <= now],
    ['unconfirmed', !row.is_confirmed],
    ['upgrade', row.upgrade_requested_at !== null],
  ];
  return marks.filter(([, applies]) => applies).map(([mark]) => mark);
}

/** The display name of a user: the name, else the e-mail address. */
export function nameOf({ firstname, lastname, email }: EmployeeRow): string {
  return `${firstname} ${lastname}`.trim() || email;
}
