import { chakra } from '@chakra-ui/react';
import { plans } from '@vault/contracts';
import type { AccountRecord } from '@vault/contracts';
import { errorMessage } from '../../api/error-message.ts';
import { useCountVideosQuery, useRequestUpgradeMutation } from '../../api/own-account-api.ts';
import { Button } from '../../components/button.tsx';
import { dayText } from '../../lib/format-time.ts';
import { showToast } from '../../lib/toasts.ts';
import { AccountSection, Actions, Note } from './account-section.tsx';
import { accountStrings as words } from './account.strings.ts';
import { ShareStrip } from './share-strip.tsx';

/** Whether an upgrade would give this account more than it has now. */
function canRequestUpgrade(account: AccountRecord, now: number): boolean {
  const { plan, is_confirmed, membership_end, token_balance } = account;
  return plan !== 'executive' || !is_confirmed || membership_end <= now || token_balance === 0;
}

/** The plan, its end and its use, and the request for an upgrade. */
export function PlanSection({ account, now }: { account: AccountRecord; now: number }) {
  const { plan, membership_end: end, video_limit: limit, upgrade_requested_at: requestedAt } = account;
  const { data: videos } = useCountVideosQuery(undefined, { refetchOnMountOrArgChange: true });
  const isOver = end <= now;
  return (
    <AccountSection id="plan" title={words.plan}>
      <div>
        <chakra.p fontWeight="strong">{words.planName(plans[plan].name, plans[plan].label)}</chakra.p>
        <Note>{isOver ? words.ended(dayText(end)) : words.ends(dayText(end))}</Note>
        {account.is_confirmed ? null : <Note>{words.unconfirmed}</Note>}
      </div>
      <chakra.div display="grid" gap="2" minHeight="8">
        {typeof videos === 'number' ? (
          <>
            <ShareStrip shares={[{ amount: Math.min(videos, limit), color: 'chapter.0' }]} whole={limit} />
            <Note fontVariantNumeric="tabular-nums">{words.videos(videos, limit)}</Note>
          </>
        ) : null}
      </chakra.div>
      {requestedAt !== null ? <Note>{words.requested(dayText(requestedAt))}</Note> : null}
      {requestedAt === null && canRequestUpgrade(account, now) ? <UpgradeRequest account={account} /> : null}
    </AccountSection>
  );
}

function UpgradeRequest({ account }: { account: AccountRecord }) {
  const [request, { isLoading }] = useRequestUpgradeMutation();
  const { videoLimit, monthlyTokens } = plans.executive;

  const send = async () => {
    if (isLoading) return;
    try {
      showToast({ kind: 'success', text: await request(undefined).unwrap() });
    } catch (error) {
      showToast({ kind: 'error', text: errorMessage(error, words.askFailed) });
    }
  };
  return (
    <>
      {account.plan === 'executive' ? null : <Note>{words.upgradeHolds(videoLimit, monthlyTokens)}</Note>}
      <Actions>
        <Button isBusy={isLoading} tone="primary" onClick={() => void send()}>
          {isLoading ? words.asking : words.upgrade}
        </Button>
      </Actions>
    </>
  );
}
