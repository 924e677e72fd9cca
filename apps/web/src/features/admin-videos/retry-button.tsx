import { RotateCcw } from 'lucide-react';
import { say } from '../../components/admin/say.ts';
import { Button } from '../../components/button.tsx';
import { adminVideosStrings as words } from './admin-videos.strings.ts';
import { errorMessage } from '../../api/error-message.ts';
import { useRetryEmployeeVideoMutation } from '../../api/staff/employee-videos-api.ts';

/** Retries the failed step of a video. */
export function RetryButton({ id, title }: { id: string; title: string }) {
  const [retry, { isLoading: isBusy }] = useRetryEmployeeVideoMutation();
  const press = async () => {
    if (isBusy) return;
    try {
      say('success', (await retry(id).unwrap()) || words.retried);
    } catch (error) {
      say('error', errorMessage(error, words.retryFailed));
    }
  };
  return (
    <Button
      icon={RotateCcw}
      isBusy={isBusy}
      size="tiny"
      aria-label={words.retryOf(title)}
      onClick={() => void press()}
    >
      {isBusy ? words.retrying : words.retry}
    </Button>
  );
}
