import { LoadProblem } from '../../components/ui/load-problem.tsx';
import { MutedText } from '../../components/ui/muted-text.ts';
import { SignOnSteps, StepsSkeleton } from '../../features/sign-on-settings/components/sign-on-steps.tsx';
import { signOnStrings as strings } from '../../features/sign-on-settings/sign-on-settings.strings.ts';
import { useMembersQuery } from '../../features/workspace/api/members-api.ts';
import { memberName } from '../../features/workspace/model/member-name.ts';
import { TeamPage } from './team-page.tsx';

/** How the people of the team that this tab shows sign in, for its owners. */
export function SignOnSettingsPage() {
  return (
    <TeamPage
      title={strings.title}
      permission="security"
      onlyTeams="Only teams have single sign-on."
      refusal="Only owners see this."
      skeleton={<StepsSkeleton />}
    >
      {(team) => <Settings key={team.id} />}
    </TeamPage>
  );
}

function Settings() {
  const { data, error, isFetching, refetch } = useMembersQuery(undefined, {
    refetchOnMountOrArgChange: true,
  });
  const owners = data?.members
    .filter(({ role, is_active: isActive }) => role === 'owner' && isActive)
    .map((member) => ({ id: member.id, name: memberName(member) }));
  const hasFailed = data === undefined && error !== undefined && !isFetching;
  return (
    <>
      <MutedText maxWidth="65ch" mb="6">
        {strings.lead}
      </MutedText>
      <SignOnSteps
        owners={owners}
        problem={
          hasFailed ? (
            <LoadProblem
              error={error}
              text="The owners could not be loaded. Check the connection, and try again."
              onRetry={() => void refetch()}
            />
          ) : null
        }
      />
    </>
  );
}
