import { chakra } from '@chakra-ui/react';
import type { StaffAccount } from '@vault/contracts';
import { UserPlus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useListStaffQuery } from '../api/staff-accounts-api.ts';
import { useStaffMember } from '../../../api/staff/member-api.ts';
import { DataTable } from '../../../components/admin/list/data-table.tsx';
import { LoadError } from '../../../components/admin/list/list-states.tsx';
import { PageHead } from '../../../components/admin/page-head.tsx';
import { CsvButton } from '../../../components/admin/list/csv-button.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { AddDialog } from './add-dialog.tsx';
import { adminStaffStrings as strings } from '../admin-staff.strings.ts';
import { EditStaffDialog } from './edit-staff-dialog.tsx';
import { RemoveStaffDialog } from './remove-staff-dialog.tsx';
import { staffColumns } from './staff-columns.tsx';
import { countOf } from '../../../lib/format/format-number.ts';

type Open = { readonly kind: 'add' } | { readonly kind: 'edit' | 'remove'; readonly row: StaffAccount };

const expectedRows = 3;
const file = { name: 'staff.csv', url: '/admin/staff.csv', params: {} };
const idOf = ({ id }: StaffAccount) => id;

function OpenDialog({ open, onClose }: { open: Open; onClose: () => void }) {
  if (open.kind === 'add') return <AddDialog onClose={onClose} />;
  const Dialog = open.kind === 'edit' ? EditStaffDialog : RemoveStaffDialog;
  return <Dialog row={open.row} onClose={onClose} />;
}

/** Everybody who may sign in to the admin area. */
export function StaffList() {
  const { id: ownId } = useStaffMember();
  const { data, error, isFetching, refetch } = useListStaffQuery(undefined, {
    refetchOnMountOrArgChange: true,
  });
  const [open, setOpen] = useState<Open | null>(null);
  const columns = useMemo(
    () =>
      staffColumns({
        ownId,
        onEdit: (row) => setOpen({ kind: 'edit', row }),
        onRemove: (row) => setOpen({ kind: 'remove', row }),
      }),
    [ownId],
  );
  const hasFailed = error !== undefined && !isFetching;
  return (
    <>
      <PageHead
        title={strings.title}
        note={data && countOf(data.length, 'member', 'members')}
        actions={
          <chakra.div display="flex" flexWrap="wrap" gap="2">
            <CsvButton file={file} />
            <Button icon={UserPlus} tone="primary" onClick={() => setOpen({ kind: 'add' })}>
              {strings.add}
            </Button>
          </chakra.div>
        }
      />
      {hasFailed ? (
        <LoadError error={error} onRetry={() => void refetch()} />
      ) : (
        <DataTable
          name="Members of staff"
          columns={columns}
          rows={data}
          idOf={idOf}
          isStale={isFetching && data !== undefined}
          before={0}
          total={data?.length ?? 0}
          expected={expectedRows}
        />
      )}
      {open ? <OpenDialog open={open} onClose={() => setOpen(null)} /> : null}
    </>
  );
}
