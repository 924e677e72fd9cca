import { plans } from '@vault/contracts';
import type { WorkspaceRecord } from '@vault/contracts';
import { useMay } from '../../../api/workspaces/permissions.ts';
import { UpgradeRequest } from '../../../components/account/upgrade-request.tsx';
import { canRequestUpgrade } from '../../../components/account/can-request-upgrade.ts';
import { MutedText } from '../../../components/ui/muted-text.ts';
import { PageSection } from '../../../components/ui/page-section.tsx';
import { countOf, formatNumber } from '../../../lib/format/format-number.ts';
import { dayText } from '../../../lib/format/format-time.ts';
import { Fact, Facts } from './facts.tsx';

/** The plan of the team, and its tokens for whoever may spend them. */
export function PlanSection({ team, now }: { team: WorkspaceRecord; now: number }) {
  const may = useMay();
  const { plan, membership_end: end, token_balance: balance, upgrade_requested_at: requestedAt } = team;
  const isOver = end <= now;
  return (
    <PageSection id="plan" title="Plan">
      <Facts>
        <Fact name="Plan">
          {`${plans[plan].name} (${plans[plan].label})`}
          <MutedText maxWidth="65ch">
            {isOver
              ? `Ended on ${dayText(end)}. The team can still watch, export and delete its videos; uploading, making clips and generating texts need a plan.`
              : `Runs until ${dayText(end)}.`}
          </MutedText>
        </Fact>
        <Fact name="Videos">{`${countOf(team.video_limit, 'video')} at a time`}</Fact>
        {balance === null ? null : (
          <Fact name="Tokens">
            {`${formatNumber(balance)} left`}
            <MutedText>{`${formatNumber(team.monthly_tokens)} each month`}</MutedText>
          </Fact>
        )}
      </Facts>
      {team.is_confirmed ? null : (
        <MutedText maxWidth="65ch">
          We are confirming the plan. Until then the limits of the free plan apply.
        </MutedText>
      )}
      {may('plan') && requestedAt !== null ? (
        <MutedText maxWidth="65ch">{`The team asked for an upgrade on ${dayText(requestedAt)}. We will contact you.`}</MutedText>
      ) : null}
      {may('plan') && requestedAt === null && canRequestUpgrade(team, now) ? (
        <UpgradeRequest plan={plan} workspace="shown" tone="outline" />
      ) : null}
    </PageSection>
  );
}
