import { chakra } from '@chakra-ui/react';
import { errorMessage } from '../../api/error-message.ts';
import { Button } from '../../components/button.tsx';
import { promptStrings as words } from './prompts.strings.ts';

interface SettingsWaitProps {
  /** Why the prompts could not be read; undefined while they are loading. */
  error: unknown;
  onRetry: () => void;
}

/** The skeleton of a prompt that is loading, or the error with a retry button. */
export function SettingsWait({ error, onRetry }: SettingsWaitProps) {
  if (error === undefined)
    return (
      <chakra.div role="status" aria-label={words.loading} display="grid" gap="2">
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
  return (
    <chakra.div role="alert" display="grid" gap="3" justifyItems="start" fontSize="sm">
      <p>{errorMessage(error, words.loadFailed)}</p>
      <Button size="small" onClick={onRetry}>
        {words.tryAgain}
      </Button>
    </chakra.div>
  );
}
