import { workspaceNameLimit } from '@vault/contracts';
import { chooseWorkspace } from '../../../api/workspaces/workspace.slice.ts';
import { useCreateTeamMutation } from '../../../api/workspaces/workspaces-api.ts';
import { FormDialog } from '../../../components/ui/dialogs/form-dialog.tsx';
import { TextField } from '../../../components/ui/fields/text-field.tsx';
import { useForm } from '../../../components/ui/fields/use-form.ts';
import { MutedText } from '../../../components/ui/muted-text.ts';
import { showToast } from '../../../components/ui/toasts/toasts.ts';
import { useAppDispatch } from '../../../store/hooks.ts';
import { workspaceStrings as strings } from '../workspace.strings.ts';

/** Makes a team, and shows where people are invited to it. */
export function CreateTeamDialog({ onClose }: { onClose: () => void }) {
  const [create] = useCreateTeamMutation();
  const dispatch = useAppDispatch();
  const form = useForm({
    names: ['name'],
    send: async ({ name }) => {
      const team = await create(name.trim()).unwrap();
      onClose();
      dispatch(chooseWorkspace(team, '/workspace'));
      showToast({ kind: 'success', text: `${team.name} is ready. Invite the people you work with.` });
    },
    failure: 'The team was not made. Please try again.',
  });
  return (
    <FormDialog
      title={strings.create}
      state={form}
      submitLabel="Create the team"
      busyLabel="Creating…"
      onClose={onClose}
    >
      <TextField
        label="Name"
        name="name"
        autoComplete="organization"
        maxLength={workspaceNameLimit}
        required
        autoFocus
      />
      <MutedText>
        You become its owner. It starts on the free plan with its own videos, tokens and prompts. Your
        personal library stays as it is.
      </MutedText>
    </FormDialog>
  );
}
