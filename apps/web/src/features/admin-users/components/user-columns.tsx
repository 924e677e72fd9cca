import { chakra, Badge } from '@chakra-ui/react';
import { createColumnHelper } from '@tanstack/react-table';
import { plans } from '@vault/contracts';
import type { EmployeeRow } from '@vault/contracts';
import { History, SquarePen, Trash2 } from 'lucide-react';
import { Link } from 'react-router-dom';
import { IconAction } from '../../../components/admin/icon-action.tsx';
import type { ListColumn, ListFeatures } from '../../../components/admin/list/list-features.ts';
import type { SpreadsheetExport } from '../../../components/admin/list/use-spreadsheet-export.ts';
import { DayText } from '../../../components/admin/moment-text.tsx';
import { Tooltip } from '../../../components/ui/tooltip.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { IconButton } from '../../../components/ui/icon-button.tsx';
import { formatDay } from '../../../lib/format/format-time.ts';
import { formatNumber } from '../../../lib/format/format-number.ts';
import { adminUsersStrings as strings } from '../admin-users.strings.ts';
import { nameOf, wantsUpgrade, marksOf } from '../model/employee-state.ts';
import type { EmployeeMark } from '../model/employee-state.ts';
import { useNow } from '../../../lib/state/use-now.ts';

const palettes = { inactive: 'gray', expired: 'orange', unconfirmed: 'orange', upgrade: 'green' } as const;

function detailOf(mark: EmployeeMark, row: EmployeeRow): string | undefined {
  if (mark === 'expired') return `Membership ended on ${formatDay(row.membership_end)}`;
  if (mark === 'upgrade') return `Requested on ${formatDay(row.upgrade_requested_at)}`;
  return undefined;
}

/** A badge for each mark of a user. */
function EmployeeBadges({ row }: { row: EmployeeRow }) {
  const marks = marksOf(row, useNow(60_000));
  if (marks.length === 0) return null;
  return (
    <chakra.span display="flex" flexWrap="wrap" gap="1" mt="1">
      {marks.map((mark) => {
        const detail = detailOf(mark, row);
        const badge = (
          <Badge key={mark} colorPalette={palettes[mark]}>
            {strings.badges[mark]}
          </Badge>
        );
        return detail ? (
          <Tooltip key={mark} text={detail}>
            {badge}
          </Tooltip>
        ) : (
          badge
        );
      })}
    </chakra.span>
  );
}

/** The actions of a row. */
export interface UserActions {
  readonly onEdit: (row: EmployeeRow) => void;
  readonly onRemove: (row: EmployeeRow) => void;
  readonly onGrant: (row: EmployeeRow) => void;
}

const helper = createColumnHelper<ListFeatures, EmployeeRow>();

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
    helper.accessor(nameOf, {
      id: 'name',
      header: strings.username,
      meta: { isName: true },
      cell: ({ row: { original } }) => (
        <>
          <chakra.span fontWeight="strong">
            {`${original.firstname} ${original.lastname}`.trim() || 'No name'}
          </chakra.span>
          <EmployeeBadges row={original} />
        </>
      ),
    }),
    helper.accessor('email', { header: strings.email, meta: { width: '27%' } }),
    helper.accessor('plan', {
      header: strings.plan,
      meta: { width: '124px' },
      cell: ({ row: { original } }) => (
        <chakra.span display="grid" justifyItems="start" gap="1">
          {plans[original.plan].label}
          {wantsUpgrade(original) ? (
            <Button
              size="tiny"
              aria-label={`Grant upgrade to ${nameOf(original)}`}
              onClick={() => actions.onGrant(original)}
            >
              {strings.grant}
            </Button>
          ) : null}
        </chakra.span>
      ),
    }),
    helper.accessor('posted_videos', {
      header: strings.postedVideos,
      enableSorting: false,
      meta: { align: 'end', width: '104px' },
      cell: ({ getValue }) => <PostedVideos count={getValue()} />,
    }),
    helper.accessor('token_balance', {
      header: strings.tokenBalance,
      sortDescFirst: true,
      meta: { align: 'end', width: '128px' },
      cell: ({ getValue }) => formatNumber(getValue()),
    }),
    showsEnd
      ? helper.accessor('membership_end', {
          header: strings.membershipEnd,
          meta: { width: '132px' },
          cell: ({ getValue }) => <DayText at={getValue()} />,
        })
      : helper.accessor('created_at', {
          header: strings.created,
          sortDescFirst: true,
          meta: { width: '108px' },
          cell: ({ getValue }) => <DayText at={getValue()} />,
        }),
    helper.display({
      id: 'actions',
      header: 'Actions',
      enableSorting: false,
      meta: { width: '118px' },
      cell: ({ row: { original } }) => <RowActions row={original} {...actions} />,
    }),
  ] as ListColumn<EmployeeRow>[];
}

/** The list of users as it is exported. */
export const usersExport: SpreadsheetExport<EmployeeRow> = {
  name: 'users',
  header: [
    strings.id,
    strings.username,
    strings.email,
    strings.plan,
    strings.postedVideos,
    strings.tokenBalance,
    strings.created,
    strings.membershipEnd,
    strings.active,
    'Confirmed',
    strings.badges.upgrade,
  ],
  cellsOf: (row) => [
    row._id,
    `${row.firstname} ${row.lastname}`.trim(),
    row.email,
    plans[row.plan].label,
    row.posted_videos,
    row.token_balance,
    formatDay(row.created_at),
    formatDay(row.membership_end),
    row.is_active,
    row.is_confirmed,
    row.upgrade_requested_at === null ? '' : formatDay(row.upgrade_requested_at),
  ],
};
