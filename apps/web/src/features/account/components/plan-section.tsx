import { chakra } from '@chakra-ui/react';
import { plans } from '@vault/contracts';
import type { AccountRecord } from '@vault/contracts';
import { useCountVideosQuery } from '../../../api/own-account-api.ts';
import { canRequestUpgrade } from '../../../components/account/can-request-upgrade.ts';
import { UpgradeRequest } from '../../../components/account/upgrade-request.tsx';
import { MailLink } from '../../../components/ui/text-link.tsx';
import { dayText } from '../../../lib/format/format-time.ts';
import { PageSection } from '../../../components/ui/page-section.tsx';
import { MutedText } from '../../../components/ui/muted-text.ts';
import { ShareStrip } from './share-strip.tsx';
import { countOf, formatNumber } from '../../../lib/format/format-number.ts';
import { operator } from '../../../strings/operator.ts';

/** The plan, its end and its use, and the request for an upgrade. */
export function PlanSection({ account, now }: { account: AccountRecord; now: number }) {
  const { plan, membership_end: end, video_limit: limit, upgrade_requested_at: requestedAt } = account;
  const { data: videos } = useCountVideosQuery(undefined, { refetchOnMountOrArgChange: true });
  const isOver = end <= now;
  return (
    <PageSection id="plan" title="Plan">
      <div>
        <chakra.p fontWeight="strong">{`${plans[plan].name} (${plans[plan].label})`}</chakra.p>
        <MutedText maxWidth="65ch">
          {isOver
            ? `Ended on ${dayText(end)}. You can still watch, export and delete your videos; uploading, making clips and generating texts need a plan.`
            : `Runs until ${dayText(end)}.`}
        </MutedText>
        {account.is_confirmed ? null : (
          <MutedText maxWidth="65ch">
            We are confirming your plan. Until then the limits of the free plan apply.
          </MutedText>
        )}
      </div>
      <chakra.div display="grid" gap="2" minHeight="8">
        {typeof videos === 'number' ? (
          <>
            <ShareStrip shares={[{ amount: Math.min(videos, limit), color: 'chapter.0' }]} whole={limit} />
            <MutedText
              maxWidth="65ch"
              fontVariantNumeric="tabular-nums"
            >{`${formatNumber(videos)} of ${countOf(limit, 'video')}`}</MutedText>
          </>
        ) : null}
      </chakra.div>
      {requestedAt !== null ? (
        <MutedText maxWidth="65ch">{`You asked for an upgrade on ${dayText(requestedAt)}. We will contact you.`}</MutedText>
      ) : null}
      {requestedAt === null && canRequestUpgrade(account, now) ? (
        <UpgradeRequest plan={plan} workspace="own" />
      ) : null}
      <MutedText maxWidth="65ch">
        More videos or tokens than a plan includes?{' '}
        <MailLink
          to={operator.email}
          subject={`Enterprise plan for ${account.email}`}
          body={`Account: ${account.email}\nVideos a month: \nTokens a month: `}
          label="Ask about Enterprise"
        />
      </MutedText>
    </PageSection>
  );
}
