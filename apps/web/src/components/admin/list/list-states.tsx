import { EmptyState as ChakraEmptyState, chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { ChapterStrip, spansOf } from '../../video/chapter-strip.tsx';
import { errorMessage } from '../../../api/http/error-message.ts';

const spans = spansOf([300, 720, 420, 910, 260, 610]);

interface EmptyStateProps {
  title: string;
  text: string;
  /** Actions for the user. */
  children?: ReactNode;
}

/** Shown instead of empty content, with the reason. */
export function EmptyState({ title, text, children }: EmptyStateProps) {
  return (
    <ChakraEmptyState.Root size="sm" py="12">
      <ChakraEmptyState.Content gap="3" textAlign="center">
        <chakra.div width="160px" opacity="0.7" mb="2">
          <ChapterStrip spans={spans} height="4px" />
        </chakra.div>
        <ChakraEmptyState.Title as="h2" fontSize="md">
          {title}
        </ChakraEmptyState.Title>
        <ChakraEmptyState.Description maxWidth="46ch">{text}</ChakraEmptyState.Description>
        {children}
      </ChakraEmptyState.Content>
    </ChakraEmptyState.Root>
  );
}

interface LoadErrorProps {
  error: unknown;
  title?: string;
  /** The reason, when the server sent none. */
  text?: string;
  onRetry: () => void;
}

/** Shown when loading failed: the reason and a retry button. */
export function LoadError({
  error,
  title = 'This list could not be loaded',
  text = 'The server did not answer or refused the request. Nothing is lost.',
  onRetry,
}: LoadErrorProps) {
  return (
    <div role="alert">
      <EmptyState title={title} text={errorMessage(error, text)}>
        <Button mt="2" onClick={onRetry}>
          Try again
        </Button>
      </EmptyState>
    </div>
  );
}
