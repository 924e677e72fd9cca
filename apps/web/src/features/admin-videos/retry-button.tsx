import { RotateCcw } from 'lucide-react';
import { say } from '../../components/admin/say.ts';
import { Button } from '../../components/button.tsx';
import { Spinner } from '../../components/spinner.tsx';
import { adminVideosStrings as words } from './admin-videos.strings.ts';
import { errorMessage } from '../../api/error-message.ts';
import { useRetryEmployeeVideoMutation } from '../../api/staff/employee-videos-api.ts';

/** The outcome of a retry, with the message to show. */
interface RetryOutcome {
  readonly isOk: boolean;
  readonly sentence: string;
}

/** Retries a failed step of a user's video. `sentences` are shown when the server sends no message. */
function useRetryVideo(sentences: { readonly done: string; readonly failed: string }) {
  const [retry, { isLoading }] = useRetryEmployeeVideoMutation();
  return {
    isBusy: isLoading,
    retry: async (id: string): Promise<RetryOutcome> => {
      try {
        return { isOk: true, sentence: (await retry(id).unwrap()) || sentences.done };
      } catch (error) {
        return { isOk: false, sentence: errorMessage(error, sentences.failed) };
      }
    },
  };
}

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
