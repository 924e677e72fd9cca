import { chakra } from '@chakra-ui/react';
import type { EmployeeRow } from '@vault/contracts';
import { History, SquarePen, Trash2 } from 'lucide-react';
import { Link } from 'react-router-dom';
import { IconAction } from '../../../components/admin/icon-action.tsx';
import type { ListColumn } from '../../../components/admin/list/list-column.ts';
import { MarkBadge } from '../../../components/admin/mark-badge.tsx';
import { DayText } from '../../../components/admin/moment-text.tsx';
import { PlanCell } from '../../../components/admin/plan-cell.tsx';
import { planStrings } from '../../../components/admin/edit/plan.strings.ts';
import { Tooltip } from '../../../components/ui/tooltip.tsx';
import { IconButton } from '../../../components/ui/icon-button.tsx';
import { formatDay } from '../../../lib/format/format-time.ts';
import { formatNumber } from '../../../lib/format/format-number.ts';
import { adminUsersStrings as strings } from '../admin-users.strings.ts';
import { nameOf, wantsUpgrade, marksOf } from '../model/employee-state.ts';
import type { EmployeeMark } from '../model/employee-state.ts';
import { useNow } from '../../../lib/state/use-now.ts';

const palettes = { inactive: 'gray', expired: 'orange', unconfirmed: 'orange', upgrade: 'green' } as const;

function detailOf(mark: EmployeeMark, row: EmployeeRow): string | undefined {
  if (mark === 'expired') return planStrings.endedOn(formatDay(row.membership_end));
  if (mark === 'upgrade') return planStrings.requestedOn(formatDay(row.upgrade_requested_at));
  return undefined;
}

/** A badge for each mark of a user. */
function EmployeeBadges({ row }: { row: EmployeeRow }) {
  const marks = marksOf(row, useNow(60_000));
  if (marks.length === 0) return null;
  return (
    <chakra.span display="flex" flexWrap="wrap" gap="1" mt="1">
      {marks.map((mark) => (
        <MarkBadge
          key={mark}
          text={strings.badges[mark]}
          palette={palettes[mark]}
          detail={detailOf(mark, row)}
        />
      ))}
    </chakra.span>
  );
}

/** The actions of a row. */
export interface UserActions {
  readonly onEdit: (row: EmployeeRow) => void;
  readonly onRemove: (row: EmployeeRow) => void;
  readonly onGrant: (row: EmployeeRow) => void;
}

function PostedVideos({ count }: { count: number | null }) {
  if (count !== null) return formatNumber(count);
  return (
    <Tooltip text={strings.notCounted}>
      <chakra.span tabIndex={0} aria-label={strings.notCounted}>
        –
      </chakra.span>
    </Tooltip>
  );
}

function RowActions({ row, onEdit, onRemove }: { row: EmployeeRow } & UserActions) {
  const name = nameOf(row);
  return (
    <chakra.span display="flex" justifyContent="flex-start" ms="-2">
      <Tooltip text="Token history">
        <IconButton
          as={Link}
          {...{ to: `/admin/token-histories/${row._id}` }}
          label={`Token history of ${name}`}
          icon={History}
          title={undefined}
        />
      </Tooltip>
      <IconAction tip="Edit" label={`Edit ${name}`} icon={SquarePen} onPress={() => onEdit(row)} />
      <IconAction tip={strings.remove} label={`Delete ${name}`} icon={Trash2} onPress={() => onRemove(row)} />
    </chakra.span>
  );
}

/**
 * Columns of the table of users. The id of a sortable column is the name of its field.
 * @param showsEnd whether the end of the membership is shown, instead of the day of the registration
 */
export function userColumns(actions: UserActions, showsEnd: boolean): ListColumn<EmployeeRow>[] {
  return [
    {
      id: 'name',
      header: strings.username,
      isName: true,
      sortable: 'ascending',
      cell: (row) => (
        <>
          <chakra.span fontWeight="strong">
            {`${row.firstname} ${row.lastname}`.trim() || 'No name'}
          </chakra.span>
          <EmployeeBadges row={row} />
        </>
      ),
    },
    { id: 'email', header: strings.email, width: '27%', sortable: 'ascending', cell: ({ email }) => email },
    {
      id: 'plan',
      header: planStrings.plan,
      width: '124px',
      sortable: 'ascending',
      cell: (row) => (
        <PlanCell
          plan={row.plan}
          name={nameOf(row)}
          onGrant={wantsUpgrade(row) ? () => actions.onGrant(row) : undefined}
        />
      ),
    },
    {
      id: 'posted_videos',
      header: strings.postedVideos,
      align: 'end',
      width: '104px',
      cell: ({ posted_videos }) => <PostedVideos count={posted_videos} />,
    },
    {
      id: 'token_balance',
      header: planStrings.tokenBalance,
      align: 'end',
      width: '128px',
      sortable: 'descending',
      cell: ({ token_balance }) => formatNumber(token_balance),
    },
    showsEnd
      ? {
          id: 'membership_end',
          header: planStrings.membershipEnd,
          width: '132px',
          sortable: 'descending',
          cell: ({ membership_end }) => <DayText at={membership_end} />,
        }
      : {
          id: 'created_at',
          header: strings.created,
          width: '108px',
          sortable: 'descending',
          cell: ({ created_at }) => <DayText at={created_at} />,
        },
    {
      id: 'actions',
      header: 'Actions',
      width: '118px',
      cell: (row) => <RowActions row={row} {...actions} />,
    },
  ];
}
