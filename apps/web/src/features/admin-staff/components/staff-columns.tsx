import { Badge, chakra } from '@chakra-ui/react';
import type { StaffAccount } from '@vault/contracts';
import { SquarePen, Trash2 } from 'lucide-react';
import { IconAction } from '../../../components/admin/icon-action.tsx';
import { DayText, MomentText } from '../../../components/admin/moment-text.tsx';
import type { ListColumn } from '../../../components/admin/list/list-column.ts';
import { adminStaffStrings as strings } from '../admin-staff.strings.ts';

/** The actions of a row, and the id of the signed-in member of staff. */
export interface StaffActions {
  readonly ownId: string;
  readonly onEdit: (row: StaffAccount) => void;
  readonly onRemove: (row: StaffAccount) => void;
}

/** Columns of the table of staff. */
export function staffColumns({ ownId, onEdit, onRemove }: StaffActions): ListColumn<StaffAccount>[] {
  return [
    {
      id: 'email',
      header: strings.email,
      isName: true,
      cell: ({ email, id }) => (
        <chakra.span display="inline-flex" flexWrap="wrap" alignItems="center" gap="2">
          <chakra.span fontWeight="strong">{email}</chakra.span>
          {id === ownId ? <Badge colorPalette="gray">You</Badge> : null}
        </chakra.span>
      ),
    },
    { id: 'role', header: strings.role, width: '120px', cell: ({ role }) => strings.roles[role] },
    {
      id: 'state',
      header: strings.state,
      width: '140px',
      cell: ({ is_active }) => (
        <Badge colorPalette={is_active ? 'green' : 'gray'}>{is_active ? strings.active : 'Inactive'}</Badge>
      ),
    },
    {
      id: 'created_at',
      header: strings.created,
      width: '120px',
      cell: ({ created_at }) => <DayText at={created_at} />,
    },
    {
      id: 'last_seen_at',
      header: strings.lastSeen,
      width: '180px',
      cell: ({ last_seen_at: at }) => (at === null ? strings.never : <MomentText at={at} />),
    },
    {
      id: 'actions',
      header: 'Actions',
      width: '112px',
      cell: (row) => (
        <chakra.span display="flex" ms="-2">
          <IconAction tip="Edit" label={`Edit ${row.email}`} icon={SquarePen} onPress={() => onEdit(row)} />
          <IconAction
            tip={strings.remove}
            label={`Remove ${row.email}`}
            icon={Trash2}
            onPress={() => onRemove(row)}
          />
        </chakra.span>
      ),
    },
  ];
}
