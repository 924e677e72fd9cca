import { RotateCcw } from 'lucide-react';
import { useRetryVideo } from '../../api/staff/use-retry-video.ts';
import { say } from '../../components/admin/say.ts';
import { Button } from '../../components/button.tsx';
import { Spinner } from '../../components/spinner.tsx';
import { adminVideosStrings as words } from './admin-videos.strings.ts';

/** Retries the failed step of a video. */
export function RetryButton({ id, title }: { id: string; title: string }) {
  const { retry, isBusy } = useRetryVideo({ done: words.retried, failed: words.retryFailed });
  const press = async () => {
    if (isBusy) return;
    const { isOk, sentence } = await retry(id);
    say(isOk ? 'success' : 'error', sentence);
  };
  return (
    <Button
      size="small"
      minHeight="28px"
      px="2"
      fontSize="xs"
      aria-label={words.retryOf(title)}
      aria-disabled={isBusy}
      onClick={() => void press()}
    >
      {isBusy ? <Spinner /> : <RotateCcw aria-hidden size={14} strokeWidth={1.5} />}
      {isBusy ? words.retrying : words.retry}
    </Button>
  );
}
