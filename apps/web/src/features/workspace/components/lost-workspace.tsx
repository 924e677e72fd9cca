import { chakra } from '@chakra-ui/react';
import { unavailable } from '@vault/contracts';
import { chooseWorkspace } from '../../../api/workspaces/workspace.slice.ts';
import type { Loss } from '../../../api/workspaces/workspace.slice.ts';
import { Button } from '../../../components/ui/button.tsx';
import { PageTitle } from '../../../components/ui/muted-text.ts';
import { useAppDispatch } from '../../../store/hooks.ts';

interface LostWorkspaceProps {
  name: string;
  loss: Loss;
}

/** In the place of a page of a team that the user is not in any more, or that is closed. */
export function LostWorkspace({ name, loss }: LostWorkspaceProps) {
  const dispatch = useAppDispatch();
  const isClosed = loss === 'closed';
  return (
    <chakra.div role="alert" maxWidth="520px" mx="auto" px="4" pt="24">
      <PageTitle mb="3" overflowWrap="anywhere">
        {isClosed ? unavailable(name) : `You are no longer a member of ${name}.`}
      </PageTitle>
      <chakra.p color="ink.muted" mb="6">
        {isClosed ? 'An owner has closed it. ' : ''}Your personal library is unchanged.
      </chakra.p>
      <Button tone="primary" onClick={() => dispatch(chooseWorkspace(null))}>
        Go to Personal
      </Button>
    </chakra.div>
  );
}
