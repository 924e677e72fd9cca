import { Badge, chakra } from '@chakra-ui/react';
import { createColumnHelper } from '@tanstack/react-table';
import type { StaffAccount } from '@vault/contracts';
import { SquarePen, Trash2 } from 'lucide-react';
import { IconAction } from '../../../components/admin/icon-action.tsx';
import { DayText, MomentText } from '../../../components/admin/moment-text.tsx';
import type { ListColumn, ListFeatures } from '../../../components/admin/list/list-features.ts';
import type { SpreadsheetExport } from '../../../components/admin/list/use-spreadsheet-export.ts';
import { formatDay, formatMoment } from '../../../lib/format/format-time.ts';
import { adminStaffStrings as strings } from '../admin-staff.strings.ts';

/** The actions of a row, and the id of the signed-in member of staff. */
export interface StaffActions {
  readonly ownId: string;
  readonly onEdit: (row: StaffAccount) => void;
  readonly onRemove: (row: StaffAccount) => void;
}

const helper = createColumnHelper<ListFeatures, StaffAccount>();

const lastSeen = ({ last_seen_at }: StaffAccount) =>
  last_seen_at === null ? strings.never : formatMoment(last_seen_at);
const stateOf = ({ is_active }: StaffAccount) => (is_active ? strings.active : 'Inactive');

/** Columns of the table of staff. */
export function staffColumns({ ownId, onEdit, onRemove }: StaffActions): ListColumn<StaffAccount>[] {
  return [
    helper.accessor('email', {
      header: strings.email,
      meta: { isName: true },
      cell: ({ row: { original }, getValue }) => (
        <chakra.span display="inline-flex" flexWrap="wrap" alignItems="center" gap="2">
          <chakra.span fontWeight="strong">{getValue()}</chakra.span>
          {original.id === ownId ? <Badge colorPalette="gray">You</Badge> : null}
        </chakra.span>
      ),
    }),
    helper.accessor('role', {
      header: strings.role,
      meta: { width: '120px' },
      cell: ({ getValue }) => strings.roles[getValue()],
    }),
    helper.accessor(stateOf, {
      id: 'state',
      header: strings.state,
      meta: { width: '140px' },
      cell: ({ row: { original }, getValue }) => (
        <Badge colorPalette={original.is_active ? 'green' : 'gray'}>{getValue()}</Badge>
      ),
    }),
    helper.accessor('created_at', {
      header: strings.created,
      meta: { width: '120px' },
      cell: ({ getValue }) => <DayText at={getValue()} />,
    }),
    helper.accessor('last_seen_at', {
      header: strings.lastSeen,
      meta: { width: '180px' },
      cell: ({ getValue }) => (getValue() === null ? strings.never : <MomentText at={getValue()} />),
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
            onPress={() => onEdit(original)}
          />
          <IconAction
            tip={strings.remove}
            label={`Remove ${original.email}`}
            icon={Trash2}
            onPress={() => onRemove(original)}
          />
        </chakra.span>
      ),
    }),
  ] as ListColumn<StaffAccount>[];
}

/** The list of staff as it is exported. */
export const staffExport: SpreadsheetExport<StaffAccount> = {
  name: 'staff',
  header: [strings.email, strings.role, strings.state, strings.created, strings.lastSeen, 'ID'],
  cellsOf: (row) => [
    row.email,
    strings.roles[row.role],
    stateOf(row),
    formatDay(row.created_at),
    lastSeen(row),
    row.id,
  ],
};
