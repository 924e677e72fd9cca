import { chakra } from '@chakra-ui/react';
import { Button } from '../../../components/ui/button.tsx';
import { glossaryStrings as strings } from '../glossary.strings.ts';

/** Why something could not be loaded, with another try. */
export function LoadProblem({ text, onRetry }: { text: string; onRetry: () => void }) {
  return (
    <chakra.div role="alert" display="grid" justifyItems="start" gap="3" fontSize="sm">
      <p>{text}</p>
      <Button size="small" onClick={onRetry}>
        {strings.tryAgain}
      </Button>
    </chakra.div>
  );
}
