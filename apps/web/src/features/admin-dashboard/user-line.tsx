import { chakra } from '@chakra-ui/react';
import { plans } from '@vault/contracts';
import type { EmployeeRow } from '@vault/contracts';
import type { ReactNode } from 'react';
import { WholeDays } from '../../components/admin/whole-days.tsx';
import { Link } from 'react-router-dom';

/** The display name of a user: the name, else the e-mail address. */
export function nameOf({ firstname, lastname, email }: EmployeeRow): string {
  return `${firstname} ${lastname}`.trim() || email;
}

interface UserLineProps {
  row: EmployeeRow;
  /** Why the user is listed. */
  note: string;
  /** Actions for this user. */
  children?: ReactNode;
}

/** One user in two lines, linked to the list of users. */
export function UserLine({ row, note, children }: UserLineProps) {
  return (
    <chakra.div display="flex" alignItems="center" justifyContent="space-between" gap="3">
      <chakra.div minWidth="0" fontSize="sm">
        <chakra.p
          overflowWrap="anywhere"
          css={{
            '& a': { color: 'ink', fontWeight: 'strong', textDecoration: 'none' },
            '& a:hover': { textDecoration: 'underline', textUnderlineOffset: '3px' },
          }}
        >
          <Link to={`/admin/users?q=${encodeURIComponent(row.email)}`}>{nameOf(row)}</Link>
        </chakra.p>
        <chakra.p fontSize="xs" color="ink.muted" overflowWrap="anywhere" fontVariantNumeric="tabular-nums">
          {row.email} · {plans[row.plan].label} · <WholeDays text={note} />
        </chakra.p>
      </chakra.div>
      {children}
    </chakra.div>
  );
}
