import { chakra } from '@chakra-ui/react';
import { Button } from '../../../components/ui/button.tsx';

/** Why something could not be loaded, with another try. */
export function LoadProblem({ text, onRetry }: { text: string; onRetry: () => void }) {
  return (
    <chakra.div role="alert" display="grid" justifyItems="start" gap="3" fontSize="sm">
      <p>{text}</p>
      <Button size="small" onClick={onRetry}>
        Try again
      </Button>
    </chakra.div>
  );
}
