import { chakra } from '@chakra-ui/react';
import { errorMessage } from '../../api/http/error-message.ts';
import { Button } from './button.tsx';

interface LoadProblemProps {
  error: unknown;
  /** Said when the server gives no reason. */
  text: string;
  onRetry: () => void;
}

/** Why something could not be loaded, with another try. */
export function LoadProblem({ error, text, onRetry }: LoadProblemProps) {
  return (
    <chakra.div role="alert" display="grid" justifyItems="start" gap="3" fontSize="sm">
      <p>{errorMessage(error, text)}</p>
      <Button size="small" onClick={onRetry}>
        Try again
      </Button>
    </chakra.div>
  );
}
