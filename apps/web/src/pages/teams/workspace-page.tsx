import { chakra } from '@chakra-ui/react';
import { useTeam } from '../../api/session/workspace.ts';
import { workspacesApi } from '../../api/workspaces/workspaces-api.ts';
import { LoadProblem } from '../../components/ui/load-problem.tsx';
import { PageTitle } from '../../components/ui/muted-text.ts';
import { SkeletonBlock } from '../../components/ui/skeleton-block.tsx';
import { auditLogStrings } from '../../features/audit-log/audit-log.strings.ts';
import { signOnStrings } from '../../features/sign-on-settings/sign-on-settings.strings.ts';
import { GeneralSection } from '../../features/workspace/components/general-section.tsx';
import { LeaveSection } from '../../features/workspace/components/leave-section.tsx';
import { MemberSection } from '../../features/workspace/components/member-section.tsx';
import { OwnWorkspace } from '../../features/workspace/components/own-workspace.tsx';
import { PageLinkSection } from '../../features/workspace/components/page-link-section.tsx';
import { PlanSection } from '../../features/workspace/components/plan-section.tsx';
import { workspaceStrings as strings } from '../../features/workspace/workspace.strings.ts';
import { useScrollToHash } from '../../layouts/use-scroll-to-hash.ts';
import { usePageTitle } from '../../lib/browser/use-page-title.ts';
import { useNow } from '../../lib/state/use-now.ts';

/** The workspace that this tab shows: the settings and the members of a team. */
export function WorkspacePage() {
  const team = useTeam();
  return (
    <chakra.div px={{ base: '4', md: '8' }} py={{ base: '6', md: '8' }}>
      <chakra.div maxWidth="900px" mx="auto">
        {team ? <TeamSettings name={team.name} /> : <OwnSettings />}
      </chakra.div>
    </chakra.div>
  );
}

function OwnSettings() {
  usePageTitle(strings.title);
  return (
    <>
      <PageTitle mb="6">{strings.title}</PageTitle>
      <OwnWorkspace />
    </>
  );
}

/** @param props.name the name until the present one is known */
function TeamSettings({ name }: { name: string }) {
  const { data, error, isFetching, refetch } = workspacesApi.endpoints.workspace.useQuery(undefined, {
    refetchOnMountOrArgChange: true,
  });
  const now = useNow(60_000);
  useScrollToHash(data !== undefined);
  const title = data?.name ?? name;
  usePageTitle(title);
  const hasFailed = data === undefined && error !== undefined && !isFetching;
  return (
    <>
      <PageTitle dir="auto" mb="6" overflowWrap="anywhere">
        {title}
      </PageTitle>
      {hasFailed ? (
        <LoadProblem
          error={error}
          text="The team could not be loaded. Check the connection, and try again."
          onRetry={() => void refetch()}
        />
      ) : null}
      {data === undefined && !hasFailed ? <Skeleton /> : null}
      {data ? (
        <>
          <GeneralSection team={data} />
          <MemberSection team={data} />
          <PlanSection team={data} now={now} />
          <PageLinkSection
            id="sign-on"
            title={signOnStrings.title}
            text={signOnStrings.lead}
            to="/workspace/sign-on"
            label="Open single sign-on"
            permission="security"
          />
          <PageLinkSection
            id="audit"
            title={auditLogStrings.title}
            text={`Who changed what in ${data.name}, when, and from which network address.`}
            to="/workspace/audit"
            label="Open the audit log"
            permission="audit.read"
          />
          <LeaveSection team={data} />
        </>
      ) : null}
    </>
  );
}

function Skeleton() {
  return (
    <chakra.div role="status" aria-label="Loading the team" aria-busy="true" display="grid" gap="8">
      {[0, 1, 2].map((section) => (
        <chakra.div
          key={section}
          display="grid"
          gridTemplateColumns={{ base: 'minmax(0, 1fr)', md: '200px minmax(0, 1fr)' }}
          gap="4"
          pt="8"
          borderTopWidth="1px"
        >
          <SkeletonBlock height="20px" width="96px" />
          <SkeletonBlock height="120px" />
        </chakra.div>
      ))}
    </chakra.div>
  );
}
