import type { WorkspaceRecord } from '@vault/contracts';
import { useState } from 'react';
import { chooseWorkspace } from '../../../api/workspaces/workspace.slice.ts';
import { workspacesApi } from '../../../api/workspaces/workspaces-api.ts';
import { TypedConfirmDialog } from '../../../components/ui/dialogs/typed-confirm-dialog.tsx';
import { showToast } from '../../../components/ui/toasts/toasts.ts';
import { countOf } from '../../../lib/format/format-number.ts';
import { useAppDispatch } from '../../../store/hooks.ts';
import { useDeleteTeamMutation } from '../api/members-api.ts';
import { deletionFromNow, nearDay } from '../model/deletion-day.ts';
import { workspaceStrings as strings } from '../workspace.strings.ts';

const whoLoses = (members: number) => (members === 1 ? 'You lose' : `${countOf(members, 'member')} lose`);

/** Closes the team after the user has typed its name. */
export function DeleteDialog({ team, onClose }: { team: WorkspaceRecord; onClose: () => void }) {
  const { id, name, member_count: members } = team;
  const [remove] = useDeleteTeamMutation();
  const dispatch = useAppDispatch();
  const [deletesAt] = useState(deletionFromNow);
  const day = nearDay(deletesAt);
  return (
    <TypedConfirmDialog
      question={`Delete ${name}?`}
      consequence={`${whoLoses(members)} access now. On ${day} its videos, portals and everything made from them are deleted for good. Until then an owner can restore it.`}
      label={`Type ${name} to confirm`}
      isRight={(typed) => typed === name}
      confirmLabel={strings.remove}
      busyLabel="Deleting…"
      send={async (typed) => {
        await remove(typed).unwrap();
        // The menu would offer it until the list is read again.
        dispatch(
          workspacesApi.util.updateQueryData('workspaces', undefined, (list) =>
            list.map((each) => (each.id === id ? { ...each, deletes_at: deletesAt } : each)),
          ),
        );
        dispatch(chooseWorkspace(null));
        showToast({ kind: 'success', text: `${name} is closed. You can restore it until ${day}.` });
      }}
      failure="It was not deleted. Please try again."
      onClose={onClose}
    />
  );
}
