import { chakra } from '@chakra-ui/react';
import { Link } from 'react-router-dom';
import { errorMessage } from '../../../api/http/error-message.ts';
import { useRequestUpgradeMutation } from '../../../api/own-account-api.ts';
import { Button } from '../../../components/ui/button.tsx';
import { showToast } from '../../../components/ui/toasts/toasts.ts';
import { libraryStrings as strings } from '../library.strings.ts';
import { useUpgradePages } from '../../../api/workspaces/permissions.ts';
import { useTeam } from '../../../api/session/workspace.ts';

/** Why nothing can be uploaded. */
export const Notice = chakra('p', {
  base: {
    px: '4',
    py: '3',
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
  const pages = useUpgradePages();
  const isTeam = useTeam() !== null;
  return (
    <Notice as="section" display="grid" gap="3" py="4" aria-label="Your plan is full">
      <chakra.p fontWeight="strong">{`All ${String(limit)} video slots of ${isTeam ? 'the team’s' : 'your'} plan are used. Delete a video to upload another.`}</chakra.p>
      <p>
        {`${String(Math.max(used, total))} of ${String(limit)} slots are used`}
        {open > 0
          ? `: ${strings.count(total)} ${strings.openUploads(open)}. An open upload keeps its slot until it is finished or discarded.`
          : '.'}
      </p>
      <p>Deleting a video frees its slot immediately. {isTrial ? 'A larger plan has more slots.' : null}</p>
      {pages ? (
        <chakra.div display="flex" flexWrap="wrap" gap="2">
          {isTrial ? <UpgradeButton /> : null}
          <Button asChild>
            <Link to={pages.plan}>{isTeam ? 'Open the settings of the team' : 'Open your account'}</Link>
          </Button>
        </chakra.div>
      ) : null}
    </Notice>
  );
}

const toastMs = 2500;

function UpgradeButton() {
  const [request, { isLoading, isSuccess }] = useRequestUpgradeMutation();
  const handleRequestUpgrade = async () => {
    if (isLoading || isSuccess) return;
    try {
      showToast({ kind: 'success', text: await request('shown').unwrap(), durationMs: toastMs });
    } catch (error) {
      showToast({
        kind: 'error',
        text: errorMessage(error, 'The request was not sent. Please try again.'),
        durationMs: toastMs,
      });
    }
  };
  return (
    <Button aria-disabled={isLoading || isSuccess} onClick={() => void handleRequestUpgrade()}>
      {isSuccess ? 'You have asked for an upgrade' : strings.upgrade}
    </Button>
  );
}
