import { chakra } from '@chakra-ui/react';
import { useId } from 'react';
import type { RefObject } from 'react';
import { Button } from '../../../../components/ui/button.tsx';
import { Modal } from '../../../../components/ui/dialogs/modal.tsx';
import { CopyButton } from '../../../../components/ui/toasts/copy-button.tsx';
import { countOf } from '../../../../lib/format/format-number.ts';
import { MutedText } from '../../../../components/ui/muted-text.ts';

/** The messages and the answer of a chapter search. */
export interface SearchAnswerText {
  readonly systemMessage: string;
  readonly userMessage: string;
  /** The chapter's search text. */
  readonly answer: string;
  /** The charged tokens, when known. */
  readonly tokens?: number | undefined;
}

function Part({ title, text, isAnswer }: { title: string; text: string; isAnswer?: boolean }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <chakra.h3 id={id} fontSize="sm" fontWeight="strong" mb="1">
        {title}
      </chakra.h3>
      <chakra.p
        dir="auto"
        maxWidth="65ch"
        maxHeight={isAnswer ? undefined : '9.5em'}
        overflowY="auto"
        tabIndex={isAnswer ? undefined : 0}
        role={isAnswer ? undefined : 'group'}
        aria-labelledby={isAnswer ? undefined : id}
        whiteSpace="pre-wrap"
        overflowWrap="anywhere"
        fontSize={isAnswer ? 'md' : 'sm'}
        lineHeight={isAnswer ? '1.6' : undefined}
        color={isAnswer ? 'ink' : 'ink.muted'}
      >
        {text}
      </chakra.p>
    </section>
  );
}

interface AnswerModalProps {
  result: SearchAnswerText;
  /** Gets the focus when the modal is closed. */
  last: RefObject<HTMLElement | null>;
  onClose: () => void;
}

/** Shows the messages that were sent for a chapter search, and its answer. */
export function AnswerModal({ result, last, onClose }: AnswerModalProps) {
  return (
    <Modal title="AI Search Results Below" size="medium" isReadFirst last={last} onCancel={onClose}>
      <chakra.div display="grid" gap="5">
        <Part title="System message" text={result.systemMessage} />
        <Part title="User message" text={result.userMessage} />
        <chakra.div borderLeft="2px solid" borderColor="line.strong" pl="4">
          <Part title="Final Answer" text={result.answer || 'The answer is empty.'} isAnswer />
        </chakra.div>
      </chakra.div>
      <chakra.div display="flex" flexWrap="wrap" alignItems="center" justifyContent="flex-end" gap="2" mt="6">
        {result.tokens === undefined ? null : (
          <MutedText mr="auto" fontVariantNumeric="tabular-nums">
            {countOf(result.tokens, 'token')}
          </MutedText>
        )}
        <CopyButton text={result.answer} label="Copy the answer">
          Copy the answer
        </CopyButton>
        <Button size="small" onClick={onClose}>
          Close
        </Button>
      </chakra.div>
    </Modal>
  );
}
