import type { WorkspaceRecord } from '@vault/contracts';
import { useState } from 'react';
import { useUserSession } from '../../../api/session/user-session.ts';
import { chooseWorkspace } from '../../../api/workspaces/workspace.slice.ts';
import { workspacesApi } from '../../../api/workspaces/workspaces-api.ts';
import { Button } from '../../../components/ui/button.tsx';
import { FormDialog } from '../../../components/ui/dialogs/form-dialog.tsx';
import { Line } from '../../../components/ui/fields/line.ts';
import { useForm } from '../../../components/ui/fields/use-form.ts';
import { MutedText } from '../../../components/ui/muted-text.ts';
import { PageSection } from '../../../components/ui/page-section.tsx';
import { showToast } from '../../../components/ui/toasts/toasts.ts';
import { useAppDispatch } from '../../../store/hooks.ts';
import { useRemoveMemberMutation } from '../api/members-api.ts';
import { workspaceStrings as strings } from '../workspace.strings.ts';

const consequence = 'You lose access at once. What you made stays. Somebody must invite you to come back.';

/** Leaves the team. */
export function LeaveSection({ team }: { team: WorkspaceRecord }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <PageSection id="leave" title="Leave">
      <MutedText maxWidth="65ch">{consequence}</MutedText>
      <Line>
        <Button onClick={() => setOpen(true)}>{`Leave ${team.name}`}</Button>
      </Line>
      {isOpen ? <LeaveDialog team={team} onClose={() => setOpen(false)} /> : null}
    </PageSection>
  );
}

function LeaveDialog({ team: { id, name }, onClose }: { team: WorkspaceRecord; onClose: () => void }) {
  const [remove] = useRemoveMemberMutation();
  const dispatch = useAppDispatch();
  const ownId = useUserSession()?.id ?? '';
  const form = useForm({
    names: [],
    send: async () => {
      await remove(ownId).unwrap();
      dispatch(
        workspacesApi.util.updateQueryData('workspaces', undefined, (list) =>
          list.filter((each) => each.id !== id),
        ),
      );
      dispatch(chooseWorkspace(null));
      showToast({ kind: 'success', text: `You left ${name}.` });
    },
    failure: strings.notDone,
  });
  return (
    <FormDialog
      title={`Leave ${name}?`}
      state={form}
      submitLabel="Leave"
      busyLabel="Leaving…"
      onClose={onClose}
    >
      <MutedText mt="-3">{consequence}</MutedText>
    </FormDialog>
  );
}
