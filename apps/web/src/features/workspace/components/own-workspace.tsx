import { chakra } from '@chakra-ui/react';
import { useState } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import { readTeamStart } from '../../../api/workspaces/team-start.ts';
import { Button } from '../../../components/ui/button.tsx';
import { workspaceStrings as strings } from '../workspace.strings.ts';
import { CreateTeamDialog } from './create-team-dialog.tsx';

/** What the own workspace is, and how to work with others. */
export function OwnWorkspace() {
  const isAsked = readTeamStart(useLocation().state);
  // Not again after a reload, or after going back.
  const isFollowed = useNavigationType() === NavigationType.Push;
  const [isCreating, setCreating] = useState(isAsked && isFollowed);
  return (
    <chakra.div display="grid" gap="6" justifyItems="start" maxWidth="65ch">
      <p>This is your own library. To work with others, create a team.</p>
      <Button tone="primary" onClick={() => setCreating(true)}>
        {strings.create}
      </Button>
      {isCreating ? <CreateTeamDialog onClose={() => setCreating(false)} /> : null}
    </chakra.div>
  );
}
