import { plans } from '@vault/contracts';
import type { PlanId } from '@vault/contracts';
import { errorMessage } from '../../api/http/error-message.ts';
import { useRequestUpgradeMutation } from '../../api/own-account-api.ts';
import { formatNumber } from '../../lib/format/format-number.ts';
import { Button } from '../ui/button.tsx';
import { Line } from '../ui/fields/line.ts';
import { MutedText } from '../ui/muted-text.ts';
import { showToast } from '../ui/toasts/toasts.ts';

interface UpgradeRequestProps {
  /** The present plan. */
  plan: PlanId;
  /** Whose plan: that of the own workspace, or of the one that the tab shows. */
  workspace: 'own' | 'shown';
  /** Primary unless the page has a more important action. */
  tone?: 'primary' | 'outline';
}

/** What a larger plan has, and the button that asks for it. */
export function UpgradeRequest({ plan, workspace, tone = 'primary' }: UpgradeRequestProps) {
  const [request, { isLoading }] = useRequestUpgradeMutation();
  const { videoLimit, monthlyTokens } = plans.executive;

  const handleRequestUpgrade = async () => {
    if (isLoading) return;
    try {
      showToast({ kind: 'success', text: await request(workspace).unwrap() });
    } catch (error) {
      showToast({
        kind: 'error',
        text: errorMessage(error, 'Your request did not reach us. Please try again.'),
      });
    }
  };
  return (
    <>
      {plan === 'executive' ? null : (
        <MutedText maxWidth="65ch">{`The Executive plan allows ${String(videoLimit)} videos and ${formatNumber(monthlyTokens)} tokens a month.`}</MutedText>
      )}
      <Line>
        <Button isBusy={isLoading} tone={tone} onClick={() => void handleRequestUpgrade()}>
          {isLoading ? 'Sending…' : 'Ask for an upgrade'}
        </Button>
      </Line>
    </>
  );
}
