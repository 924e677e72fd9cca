import { errorMessage } from '../error-message.ts';
import { useRetryEmployeeVideoMutation } from './employee-videos-api.ts';

/** How trying again went: a sentence to show. */
export interface RetryOutcome {
  readonly isOk: boolean;
  readonly sentence: string;
}

/** Has a failed step of a user's video tried again. `sentences` stand in for what the server does not say. */
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
