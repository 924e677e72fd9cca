import { RotateCcw } from 'lucide-react';
import { showAdminToast } from '../../../components/admin/show-admin-toast.ts';
import { Button } from '../../../components/ui/button.tsx';
import { errorMessage } from '../../../api/http/error-message.ts';
import { useRetryEmployeeVideoMutation, useRetryFailedVideosMutation } from '../api/employee-videos-api.ts';

/** Retries the failed step of a video. */
export function RetryButton({ id, title }: { id: string; title: string }) {
  const [retry, { isLoading: isBusy }] = useRetryEmployeeVideoMutation();
  const press = async () => {
    if (isBusy) return;
    try {
      showAdminToast('success', (await retry(id).unwrap()) || 'The step was restarted.');
    } catch (error) {
      showAdminToast('error', errorMessage(error, 'The step could not be restarted.'));
    }
  };
  return (
    <Button
      icon={RotateCcw}
      isBusy={isBusy}
      size="tiny"
      aria-label={`Try again: ${title}`}
      onClick={() => void press()}
    >
      {isBusy ? 'Restarting…' : 'Try again'}
    </Button>
  );
}

/** Retries the failed steps of all videos, in one call. */
export function RetryAllButton() {
  const [retryAll, { isLoading: isBusy }] = useRetryFailedVideosMutation();
  const press = async () => {
    if (isBusy) return;
    try {
      showAdminToast('success', await retryAll(undefined).unwrap());
    } catch (error) {
      showAdminToast('error', errorMessage(error, 'The failed videos could not be restarted.'));
    }
  };
  return (
    <Button icon={RotateCcw} isBusy={isBusy} onClick={() => void press()}>
      {isBusy ? 'Restarting…' : 'Retry all failed'}
    </Button>
  );
}
