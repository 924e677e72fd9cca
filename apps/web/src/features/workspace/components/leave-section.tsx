import { restoreDays } from '@vault/contracts';
import type { WorkspaceRecord } from '@vault/contracts';
import { useState } from 'react';
import { useMay } from '../../../api/workspaces/permissions.ts';
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
import { DeleteDialog } from './delete-dialog.tsx';
import { workspaceStrings as strings } from '../workspace.strings.ts';

const consequence = 'You lose access at once. What you made stays. Somebody must invite you to come back.';

/** Leaves the team, or deletes it. */
export function LeaveSection({ team }: { team: WorkspaceRecord }) {
  const mayDelete = useMay()('delete');
  const [asked, setAsked] = useState<'leave' | 'delete' | null>(null);
  const close = () => setAsked(null);
  return (
    <PageSection id="leave" title={mayDelete ? 'Leave or delete' : 'Leave'}>
      <MutedText maxWidth="65ch">{consequence}</MutedText>
      <Line>
        <Button onClick={() => setAsked('leave')}>{`Leave ${team.name}`}</Button>
      </Line>
      {mayDelete ? (
        <>
          <MutedText maxWidth="65ch">
            {`Or close the team for everybody. Its videos are deleted after ${String(restoreDays)} days; until then an owner can restore it.`}
          </MutedText>
          <Line>
            <Button onClick={() => setAsked('delete')}>{strings.remove}</Button>
          </Line>
        </>
      ) : null}
      {asked === 'leave' ? <LeaveDialog team={team} onClose={close} /> : null}
      {asked === 'delete' ? <DeleteDialog team={team} onClose={close} /> : null}
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
