import { chakra } from '@chakra-ui/react';
import { useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { workspaceStrings as strings } from '../workspace.strings.ts';
import { CreateTeamDialog } from './create-team-dialog.tsx';

/** What the own workspace is, and how to work with others. */
export function OwnWorkspace() {
  const [isCreating, setCreating] = useState(false);
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
