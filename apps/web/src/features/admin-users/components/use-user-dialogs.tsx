import type { EmployeeRow } from '@vault/contracts';
import { useCallback, useState } from 'react';
import type { ReactNode } from 'react';
import { GrantDialog } from './grant-dialog.tsx';
import { RemoveDialog } from './remove-dialog.tsx';
import type { UserActions } from './user-columns.tsx';
import { UserDialog } from './user-dialog.tsx';

type Open = { readonly kind: 'edit' | 'remove' | 'grant'; readonly row: EmployeeRow };

const dialogs = { edit: UserDialog, remove: RemoveDialog, grant: GrantDialog } as const;

/** The dialogs of the actions on a user. One is open at a time. */
export function useUserDialogs(): { readonly actions: UserActions; readonly dialog: ReactNode } {
  const [open, setOpen] = useState<Open | null>(null);
  const onEdit = useCallback((row: EmployeeRow) => setOpen({ kind: 'edit', row }), []);
  const onRemove = useCallback((row: EmployeeRow) => setOpen({ kind: 'remove', row }), []);
  const onGrant = useCallback((row: EmployeeRow) => setOpen({ kind: 'grant', row }), []);

  const Dialog = open && dialogs[open.kind];
  return {
    actions: { onEdit, onRemove, onGrant },
    dialog: Dialog ? <Dialog row={open.row} onClose={() => setOpen(null)} /> : null,
  };
}
