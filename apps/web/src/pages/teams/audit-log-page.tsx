import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { useTeam } from '../../api/session/workspace.ts';
import type { Team } from '../../api/session/workspace.ts';
import { useMay } from '../../api/workspaces/permissions.ts';
import { useWorkspacesQuery } from '../../api/workspaces/workspaces-api.ts';
import { MutedText, PageTitle } from '../../components/ui/muted-text.ts';
import { TextLink } from '../../components/ui/text-link.tsx';
import { auditLogStrings as strings } from '../../features/audit-log/audit-log.strings.ts';
import { AuditLog, LogSkeleton } from '../../features/audit-log/components/audit-log.tsx';
import { LogStream } from '../../features/audit-log/components/log-stream.tsx';
import { useMembersQuery } from '../../features/workspace/api/members-api.ts';
import { memberName } from '../../features/workspace/model/member-name.ts';
import { usePageTitle } from '../../lib/browser/use-page-title.ts';

/** Who changed what in the team that this tab shows, for those who may read it. */
export function AuditLogPage() {
  const team = useTeam();
  const may = useMay();
  const { data: workspaces } = useWorkspacesQuery(undefined);
  usePageTitle(strings.title);
  return (
    <chakra.div px={{ base: '4', md: '8' }} py={{ base: '6', md: '8' }}>
      <chakra.div maxWidth="900px" mx="auto">
        <TextLink to="/workspace" fontSize="sm" dir="auto" overflowWrap="anywhere">
          {team ? `Settings of ${team.name}` : 'Workspace'}
        </TextLink>
        <PageTitle mt="2" mb="4">
          {strings.title}
        </PageTitle>
        {content()}
      </chakra.div>
    </chakra.div>
  );

  function content(): ReactNode {
    if (team === null) return <MutedText>This is your own library. Only teams have an audit log.</MutedText>;
    // Until the role is known, nobody is told that they may not.
    if (workspaces === undefined) return <LogSkeleton />;
    if (!may('audit.read')) return <MutedText>Only admins and owners see this.</MutedText>;
    return <TeamLog team={team} />;
  }
}

function TeamLog({ team }: { team: Team }) {
  const may = useMay();
  const { data } = useMembersQuery(undefined, { refetchOnMountOrArgChange: true });
  const members = data?.members.map((member) => ({ id: member.id, name: memberName(member) }));
  return (
    <>
      <AuditLog team={team.name} members={members} />
      <chakra.div mt="10">{may('security') ? <LogStream /> : null}</chakra.div>
    </>
  );
}
