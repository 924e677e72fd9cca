import { chakra } from '@chakra-ui/react';
import { unavailable } from '@vault/contracts';
import { useState } from 'react';
import { useTeam } from '../../../api/session/workspace.ts';
import { chooseWorkspace } from '../../../api/workspaces/workspace.slice.ts';
import type { Loss } from '../../../api/workspaces/workspace.slice.ts';
import { useTeams } from '../../../api/workspaces/workspaces-api.ts';
import { Button } from '../../../components/ui/button.tsx';
import { PageTitle } from '../../../components/ui/muted-text.ts';
import { useAppDispatch } from '../../../store/hooks.ts';
import { nearDay } from '../model/deletion-day.ts';
import { RestoreDialog } from './restore-dialog.tsx';

interface LostWorkspaceProps {
  name: string;
  loss: Loss;
}

const unchanged = 'Your personal library is unchanged.';

/** What is said of a loss to whoever cannot restore the team. */
const wordsOf = ({ name, loss }: LostWorkspaceProps) =>
  loss === 'closed'
    ? { title: unavailable(name), text: `An owner has closed it. ${unchanged}` }
    : { title: `You are no longer a member of ${name}.`, text: unchanged };

/** In the place of a page of a team that the user is not in any more, or that is closed. An owner can restore it. */
export function LostWorkspace(props: LostWorkspaceProps) {
  const dispatch = useAppDispatch();
  const shown = useTeam();
  const [isRestoring, setRestoring] = useState(false);
  // Only owners find a closed team among their own.
  const closed = useTeams().find(({ id, deletes_at }) => id === shown?.id && deletes_at !== undefined);
  const deletesAt = closed?.deletes_at;
  const { title, text } =
    closed && deletesAt !== undefined
      ? {
          title: `${closed.name} is being deleted on ${nearDay(deletesAt)}.`,
          text: 'Until then, owners can restore it, and its members find everything as it was.',
        }
      : wordsOf(props);
  return (
    <>
      <chakra.div role="alert" maxWidth="520px" mx="auto" px="4" pt="24">
        <PageTitle mb="3" overflowWrap="anywhere">
          {title}
        </PageTitle>
        <chakra.p color="ink.muted" mb="6">
          {text}
        </chakra.p>
        <chakra.div display="flex" flexWrap="wrap" gap="3">
          {closed ? (
            <Button tone="primary" onClick={() => setRestoring(true)}>
              Restore
            </Button>
          ) : null}
          <Button tone={closed ? 'outline' : 'primary'} onClick={() => dispatch(chooseWorkspace(null))}>
            Go to Personal
          </Button>
        </chakra.div>
      </chakra.div>
      {isRestoring && closed && deletesAt !== undefined ? (
        <RestoreDialog
          id={closed.id}
          name={closed.name}
          deletesAt={deletesAt}
          onClose={() => setRestoring(false)}
        />
      ) : null}
    </>
  );
}
