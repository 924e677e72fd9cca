import { chakra } from '@chakra-ui/react';
import type { QuoteCount } from '@vault/contracts';
import { LoadProblem } from '../../../../components/ui/load-problem.tsx';
import {
  useSettingsQuery,
  useUpdateQuotePromptMutation,
  useUpdateSearchPromptMutation,
} from '../../api/settings-api.ts';
import { useUserSession } from '../../../../api/session/user-session.ts';
import type { ShowToast } from '../../../../components/ui/toasts/toasts.ts';

/** The prompts of the signed-in user, and functions that save one and show the outcome. `wait` is shown without them. */
export function usePromptSettings(showToast: ShowToast) {
  const userId = useUserSession()?.id ?? '';
  // They may have been changed in another tab meanwhile.
  const query = useSettingsQuery(userId, { refetchOnMountOrArgChange: true });
  const [updateQuotes] = useUpdateQuotePromptMutation();
  const [updateSearch] = useUpdateSearchPromptMutation();
  const report = ({ error }: { error?: unknown }, done: string, failed: string) => {
    showToast(error ? 'error' : 'success', error ? failed : done);
    return !error;
  };
  return {
    settings: query.data,
    wait: <SettingsWait error={query.error} onRetry={() => void query.refetch()} />,
    saveQuotes: async (customPrompt: string, quoteCt: QuoteCount) =>
      report(
        await updateQuotes({ userId, customPrompt, quoteCt }),
        'Updated custom prompt successfully',
        'Error to update custom prompt',
      ),
    saveSearch: async (customPrompt: string) =>
      report(
        await updateSearch({ userId, customPrompt }),
        'Updated search base prompt successfully',
        'Error updating base search prompt',
      ),
  };
}

/** The skeleton of a prompt that is loading, or the error with a retry button. */
function SettingsWait({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  if (error === undefined)
    return (
      <chakra.div role="status" aria-label="Loading your prompts…" display="grid" gap="2">
        <chakra.div
          height="44px"
          width="60%"
          borderRadius="md"
          bg="line"
          animation="fade-pulse 1.6s infinite"
        />
        <chakra.div height="104px" borderRadius="md" bg="line" animation="fade-pulse 1.6s infinite" />
      </chakra.div>
    );
  return <LoadProblem error={error} text="Your prompts could not be loaded." onRetry={onRetry} />;
}
