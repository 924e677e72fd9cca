import { useTeam } from '../../../api/session/workspace.ts';
import { chooseWorkspace } from '../../../api/workspaces/workspace.slice.ts';
import { useRestoreTeamMutation } from '../../../api/workspaces/workspaces-api.ts';
import { FormDialog } from '../../../components/ui/dialogs/form-dialog.tsx';
import { useForm } from '../../../components/ui/fields/use-form.ts';
import { MutedText } from '../../../components/ui/muted-text.ts';
import { showToast } from '../../../components/ui/toasts/toasts.ts';
import { useAppDispatch } from '../../../store/hooks.ts';
import { nearDay } from '../model/deletion-day.ts';

interface RestoreDialogProps {
  id: string;
  name: string;
  /** Epoch seconds. */
  deletesAt: number;
  onClose: () => void;
}

/** Opens a closed team again. */
export function RestoreDialog({ id, name, deletesAt, onClose }: RestoreDialogProps) {
  const [restore] = useRestoreTeamMutation();
  const dispatch = useAppDispatch();
  const isShown = useTeam()?.id === id;
  const form = useForm({
    names: [],
    send: async () => {
      const team = await restore(id).unwrap();
      onClose();
      // The tab shows that it is not available.
      if (isShown) dispatch(chooseWorkspace(team));
      showToast({ kind: 'success', text: `${team.name} is restored.` });
    },
    failure: 'It was not restored. Please try again.',
  });
  return (
    <FormDialog
      title={`Restore ${name}?`}
      state={form}
      submitLabel="Restore"
      busyLabel="Restoring…"
      onClose={onClose}
    >
      <MutedText mt="-3">
        {`It is closed, and would be deleted for good on ${nearDay(deletesAt)}. Its members find everything as it was.`}
      </MutedText>
    </FormDialog>
  );
}
