import type { TeamRow } from '@vault/contracts';
import { useCallback, useState } from 'react';
import type { ReactNode } from 'react';
import { upgradeOf } from '../model/team-draft.ts';
import type { TeamFields } from '../model/team-draft.ts';
import type { TeamActions } from './team-columns.tsx';
import { TeamDialog } from './team-dialog.tsx';

interface Open {
  readonly row: TeamRow;
  readonly proposal?: Partial<TeamFields>;
}

/** The dialog of the actions on a team. */
export function useTeamDialog(): { readonly actions: TeamActions; readonly dialog: ReactNode } {
  const [open, setOpen] = useState<Open | null>(null);
  const onEdit = useCallback((row: TeamRow) => setOpen({ row }), []);
  const onGrant = useCallback(
    (row: TeamRow) => setOpen({ row, proposal: upgradeOf(row, Date.now() / 1_000) }),
    [],
  );
  return {
    actions: { onEdit, onGrant },
    dialog: open ? <TeamDialog {...open} onClose={() => setOpen(null)} /> : null,
  };
}
