import { errorMessage } from '../error-message.ts';
import { useRetryEmployeeVideoMutation } from './employee-videos-api.ts';

/** The outcome of a retry, with the message to show. */
export interface RetryOutcome {
  readonly isOk: boolean;
  readonly sentence: string;
}

/** Retries a failed step of a user's video. `sentences` are shown when the server sends no message. */
export function useRetryVideo(sentences: { readonly done: string; readonly failed: string }) {
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
