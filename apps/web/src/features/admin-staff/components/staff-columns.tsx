import { Badge, chakra } from '@chakra-ui/react';
import { createColumnHelper } from '@tanstack/react-table';
import type { StaffAccount } from '@vault/contracts';
import { SquarePen, Trash2 } from 'lucide-react';
import { IconAction } from '../../../components/admin/icon-action.tsx';
import { DayText, MomentText } from '../../../components/admin/moment-text.tsx';
import type { ListColumn, ListFeatures } from '../../../components/admin/list/list-features.ts';
import type { Sheet } from '../../../components/admin/list/use-sheet.ts';
import { formatDay, formatMoment } from '../../../lib/format/format-time.ts';
import { adminStaffStrings as words } from '../admin-staff.strings.ts';

/** The actions of a row, and the id of the signed-in member of staff. */
export interface StaffActions {
  readonly ownId: string;
  readonly onEdit: (row: StaffAccount) => void;
  readonly onRemove: (row: StaffAccount) => void;
}

const helper = createColumnHelper<ListFeatures, StaffAccount>();

const lastSeen = ({ last_seen_at }: StaffAccount) =>
  last_seen_at === null ? words.never : formatMoment(last_seen_at);
const stateOf = ({ is_active }: StaffAccount) => (is_active ? words.active : 'Inactive');

/** Columns of the table of staff. */
export function staffColumns({ ownId, onEdit, onRemove }: StaffActions): ListColumn<StaffAccount>[] {
  return [
    helper.accessor('email', {
      header: words.email,
      meta: { isName: true },
      cell: ({ row: { original }, getValue }) => (
        <chakra.span display="inline-flex" flexWrap="wrap" alignItems="center" gap="2">
          <chakra.span fontWeight="strong">{getValue()}</chakra.span>
          {original.id === ownId ? <Badge colorPalette="gray">You</Badge> : null}
        </chakra.span>
      ),
    }),
    helper.accessor('role', {
      header: words.role,
      meta: { width: '120px' },
      cell: ({ getValue }) => words.roles[getValue()],
    }),
    helper.accessor(stateOf, {
      id: 'state',
      header: words.state,
      meta: { width: '140px' },
      cell: ({ row: { original }, getValue }) => (
        <Badge colorPalette={original.is_active ? 'green' : 'gray'}>{getValue()}</Badge>
      ),
    }),
    helper.accessor('created_at', {
      header: words.created,
      meta: { width: '120px' },
      cell: ({ getValue }) => <DayText at={getValue()} />,
    }),
    helper.accessor('last_seen_at', {
      header: words.lastSeen,
      meta: { width: '180px' },
      cell: ({ getValue }) => (getValue() === null ? words.never : <MomentText at={getValue()} />),
    }),
    helper.display({
      id: 'actions',
      header: 'Actions',
      meta: { width: '112px' },
      cell: ({ row: { original } }) => (
        <chakra.span display="flex" ms="-2">
          <IconAction
            tip="Edit"
            label={`Edit ${original.email}`}
            icon={SquarePen}
            onPress={() => {
              onEdit(original);
            }}
          />
          <IconAction
            tip={words.remove}
            label={`Remove ${original.email}`}
            icon={Trash2}
            onPress={() => {
              onRemove(original);
            }}
          />
        </chakra.span>
      ),
    }),
  ] as ListColumn<StaffAccount>[];
}

/** The list of staff as it is exported. */
export const staffSheet: Sheet<StaffAccount> = {
  name: 'staff',
  header: [words.email, words.role, words.state, words.created, words.lastSeen, 'ID'],
  cellsOf: (row) => [
    row.email,
    words.roles[row.role],
    stateOf(row),
    formatDay(row.created_at),
    lastSeen(row),
    row.id,
  ],
};
