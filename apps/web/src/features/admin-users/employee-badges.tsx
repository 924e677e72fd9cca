import { Badge, chakra } from '@chakra-ui/react';
import type { EmployeeRow } from '@vault/contracts';
import { Tip } from '../../components/admin/tip.tsx';
import { formatDay } from '../../lib/format-date.ts';
import { useNow } from '../../lib/use-now.ts';
import { adminUsersStrings as words } from './admin-users.strings.ts';
import { marksOf } from './employee-state.ts';
import type { EmployeeMark } from './employee-state.ts';

const palettes = { inactive: 'gray', expired: 'orange', unconfirmed: 'orange', upgrade: 'green' } as const;

function detailOf(mark: EmployeeMark, row: EmployeeRow): string | undefined {
  if (mark === 'expired') return words.endedOn(formatDay(row.membership_end));
  if (mark === 'upgrade') return words.requestedOn(formatDay(row.upgrade_requested_at));
  return undefined;
}

/** A badge for each mark of a user. */
export function EmployeeBadges({ row }: { row: EmployeeRow }) {
  const marks = marksOf(row, useNow(60_000));
  if (marks.length === 0) return null;
  return (
    <chakra.span display="flex" flexWrap="wrap" gap="1" mt="1">
      {marks.map((mark) => {
        const detail = detailOf(mark, row);
        const badge = (
          <Badge key={mark} colorPalette={palettes[mark]}>
            {words.badges[mark]}
          </Badge>
        );
        return detail ? (
          <Tip key={mark} text={detail}>
            {badge}
          </Tip>
        ) : (
          badge
        );
      })}
    </chakra.span>
  );
}
