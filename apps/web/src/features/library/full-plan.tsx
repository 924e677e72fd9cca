import { chakra } from '@chakra-ui/react';
import { Link } from 'react-router-dom';
import { errorMessage } from '../../api/error-message.ts';
import { useRequestUpgradeMutation } from '../../api/own-account-api.ts';
import { Button } from '../../components/button.tsx';
import { showToast } from '../../lib/toasts.ts';
import { libraryStrings as words } from './library.strings.ts';

const Panel = chakra('section', {
  base: {
    display: 'grid',
    gap: '3',
    px: '4',
    py: '4',
    mb: '8',
    maxWidth: '65ch',
    borderRadius: 'md',
    bg: 'caution.wash',
    color: 'ink',
    fontSize: 'sm',
  },
});

interface FullPlanProps {
  limit: number;
  /** Videos and open uploads. */
  used: number;
  /** Videos alone. */
  total: number;
  /** Whether a larger plan exists. */
  isTrial: boolean;
}

/** Shown instead of the uploader: what uses the video slots of the plan, and how to get a free one. */
export function FullPlan({ limit, used, total, isTrial }: FullPlanProps) {
  const open = used - total;
  return (
    <Panel aria-label={words.fullTitle}>
      <chakra.p fontWeight="strong">{words.full(limit)}</chakra.p>
      <p>
        {words.usedOf(Math.max(used, total), limit)}
        {open > 0 ? `: ${words.count(total)} ${words.openUploads(open)}. ${words.openUploadsHint}` : '.'}
      </p>
      <p>
        {words.fullHint} {isTrial ? words.largerPlan : null}
      </p>
      <chakra.div display="flex" flexWrap="wrap" gap="2">
        {isTrial ? <UpgradeButton /> : null}
        <Button asChild>
          <Link to="/account#plan">{words.openPlan}</Link>
        </Button>
      </chakra.div>
    </Panel>
  );
}

const toastMs = 2500;

function UpgradeButton() {
  const [request, { isLoading, isSuccess }] = useRequestUpgradeMutation();
  const send = async () => {
    if (isLoading || isSuccess) return;
    try {
      showToast({ kind: 'success', text: await request(undefined).unwrap(), durationMs: toastMs });
    } catch (error) {
      showToast({ kind: 'error', text: errorMessage(error, words.upgradeFailed), durationMs: toastMs });
    }
  };
  return (
    <Button aria-disabled={isLoading || isSuccess} onClick={() => void send()}>
      {isSuccess ? words.upgradeRequested : words.upgrade}
    </Button>
  );
}
