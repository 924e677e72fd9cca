import { chakra } from '@chakra-ui/react';
import type { Permission } from '@vault/contracts';
import type { ReactNode } from 'react';
import { useTeam } from '../../api/session/workspace.ts';
import type { Team } from '../../api/session/workspace.ts';
import { useMay } from '../../api/workspaces/permissions.ts';
import { useWorkspacesQuery } from '../../api/workspaces/workspaces-api.ts';
import { MutedText, PageTitle } from '../../components/ui/muted-text.ts';
import { TextLink } from '../../components/ui/text-link.tsx';
import { usePageTitle } from '../../lib/browser/use-page-title.ts';

interface TeamPageProps {
  title: string;
  permission: Permission;
  /** Said in an own library. */
  onlyTeams: string;
  /** Said to whoever has not the permission. */
  refusal: string;
  /** Shown until the role is known. */
  skeleton: ReactNode;
  children: (team: Team) => ReactNode;
}

/** A page of the team that this tab shows, beside its settings, for those who have a permission. */
export function TeamPage({ title, permission, onlyTeams, refusal, skeleton, children }: TeamPageProps) {
  const team = useTeam();
  const may = useMay();
  const { data: workspaces } = useWorkspacesQuery(undefined);
  usePageTitle(title);
  return (
    <chakra.div px={{ base: '4', md: '8' }} py={{ base: '6', md: '8' }}>
      <chakra.div maxWidth="900px" mx="auto">
        <TextLink to="/workspace" fontSize="sm" dir="auto" overflowWrap="anywhere">
          {team ? `Settings of ${team.name}` : 'Workspace'}
        </TextLink>
        <PageTitle mt="2" mb="4">
          {title}
        </PageTitle>
        {content()}
      </chakra.div>
    </chakra.div>
  );

  function content(): ReactNode {
    if (team === null) return <MutedText>{`This is your own library. ${onlyTeams}`}</MutedText>;
    // Until the role is known, nobody is told that they may not.
    if (workspaces === undefined) return skeleton;
    return may(permission) ? children(team) : <MutedText>{refusal}</MutedText>;
  }
}
