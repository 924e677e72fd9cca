import { chakra } from '@chakra-ui/react';
import type { EmployeeVideoRow } from '@vault/contracts';
import type { ReactNode } from 'react';
import { Thumbnail } from '../../../components/admin/thumbnail.tsx';
import { WholeDays } from '../../../components/admin/whole-days.tsx';
import { formatDay } from '../../../lib/format/format-time.ts';
import { adminDashboardStrings as strings } from '../admin-dashboard.strings.ts';
import { SmallText } from '../../../components/ui/muted-text.ts';

function reasonOf({ state, failure, created_at }: EmployeeVideoRow): string {
  return failure
    ? strings.failedAt(strings.steps[failure.step], failure.reason)
    : strings.stuckAt(strings.steps[state], formatDay(created_at));
}

/** One failed or stuck video: its owner, the reason, and the retry control. */
export function TroubleLine({ row, children }: { row: EmployeeVideoRow; children: ReactNode }) {
  return (
    <chakra.div
      display="grid"
      gridTemplateColumns={{ base: '72px minmax(0, 1fr)', sm: '72px minmax(0, 1fr) auto' }}
      alignItems={{ base: 'start', sm: 'center' }}
      columnGap="3"
      rowGap="2"
    >
      <Thumbnail url={row.thumbnail} width="72px" />
      <chakra.div minWidth="0">
        <chakra.p fontSize="sm" fontWeight="strong" overflowWrap="anywhere">
          {row.title || strings.untitled}
        </chakra.p>
        <SmallText overflowWrap="anywhere">{row.userId.email}</SmallText>
        <chakra.p fontSize="xs" color={row.failure ? 'signal' : 'caution'} overflowWrap="anywhere">
          <WholeDays text={reasonOf(row)} />
        </chakra.p>
      </chakra.div>
      <chakra.span gridColumn={{ base: 2, sm: 3 }}>{children}</chakra.span>
    </chakra.div>
  );
}
