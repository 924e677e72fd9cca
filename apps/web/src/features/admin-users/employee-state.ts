import type { EmployeeRow } from '@vault/contracts';

/** What stands out about a user. */
export type EmployeeMark = 'inactive' | 'expired' | 'unconfirmed' | 'upgrade';

/** Whether somebody waits for staff to grant an upgrade, or to confirm a registration, which is the same act. */
export function wantsUpgrade({ upgrade_requested_at, is_confirmed }: EmployeeRow): boolean {
  return upgrade_requested_at !== null || !is_confirmed;
}

/** What stands out about a user now. @param now epoch seconds */
export function marksOf(row: EmployeeRow, now: number): EmployeeMark[] {
  const marks: [EmployeeMark, boolean][] = [
    ['inactive', !row.is_active],
    ['expired', row.is_active && row.membership_end <= now],
    ['unconfirmed', !row.is_confirmed],
    ['upgrade', row.upgrade_requested_at !== null],
  ];
  return marks.filter(([, isSo]) => isSo).map(([mark]) => mark);
}

/** How a user is called: by name, else by e-mail. */
export function nameOf({ firstname, lastname, email }: EmployeeRow): string {
  return `${firstname} ${lastname}`.trim() || email;
}
