import { chakra } from '@chakra-ui/react';
import type { Team } from '../../api/session/workspace.ts';
import { useMay } from '../../api/workspaces/permissions.ts';
import { auditLogStrings as strings } from '../../features/audit-log/audit-log.strings.ts';
import { AuditLog, LogSkeleton } from '../../features/audit-log/components/audit-log.tsx';
import { LogStream } from '../../features/audit-log/components/log-stream.tsx';
import { useMembersQuery } from '../../features/workspace/api/members-api.ts';
import { memberName } from '../../features/workspace/model/member-name.ts';
import { TeamPage } from './team-page.tsx';

/** Who changed what in the team that this tab shows, for those who may read it. */
export function AuditLogPage() {
  return (
    <TeamPage
      title={strings.title}
      permission="audit.read"
      onlyTeams="Only teams have an audit log."
      refusal="Only admins and owners see this."
      skeleton={<LogSkeleton />}
    >
      {(team) => <TeamLog team={team} />}
    </TeamPage>
  );
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
