import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { Button } from '../../../../components/ui/button.tsx';
import { Modal } from '../../../../components/ui/dialogs/modal.tsx';
import { PromptSection } from '../../../../components/generation/prompt-section.tsx';
import { useUnsavedChanges } from './use-unsaved-changes.tsx';

/** One of the three texts of the modal. */
export interface PromptPart {
  /** Identifies the text, so that an unfinished edit of one text is not shown for another. */
  readonly key?: string;
  readonly text: string;
  readonly emptyText?: string;
  /** Renders a control above the text. */
  readonly above?: (isEditing: boolean) => ReactNode;
  /** A note below the text. */
  readonly note?: string;
  /** Present while an own text replaces the default: restores the default. */
  readonly reset?: { readonly label: string; readonly onReset: () => Promise<boolean> } | undefined;
  /** Saves the text and shows the outcome; false when it failed. Without it the part is read-only. */
  readonly onSave?: (text: string) => Promise<boolean>;
}

interface SearchPromptModalProps {
  /** The system prompt, or what is shown while it is not loaded. */
  system: PromptPart | { readonly instead: ReactNode };
  quotes: PromptPart;
  summary: PromptPart;
  onClose: () => void;
}

/** The texts that are sent to chapter searches in addition to the typed prompt. Each part is read-only until edited. */
export function SearchPromptModal({ system, quotes, summary, onClose }: SearchPromptModalProps) {
  const { note, leave, question } = useUnsavedChanges(onClose);
  const { key: chapterKey, ...quotesPart } = quotes;
  return (
    <>
      <Modal
        title="Chapter-specific Search Base Prompt"
        size="medium"
        isReadFirst
        onCancel={leave}
        footer={<Button onClick={leave}>Close</Button>}
      >
        <chakra.div display="grid" gap="6">
          {'instead' in system ? (
            system.instead
          ) : (
            <PromptSection
              title="System Prompt"
              hint="How to answer every chapter search, in all of your videos."
              onUnsaved={(isUnsaved) => note('system', isUnsaved)}
              {...system}
            />
          )}
          <PromptSection
            key={chapterKey}
            title="Chapter-specific Quotes"
            hint="What was said in the chapter. It is sent with your prompt."
            isSpoken
            onUnsaved={(isUnsaved) => note('quotes', isUnsaved)}
            {...quotesPart}
          />
          <PromptSection
            title="Overall Video Summary"
            hint="What the whole video is about. It is also sent with your prompt."
            onUnsaved={(isUnsaved) => note('summary', isUnsaved)}
            {...summary}
          />
        </chakra.div>
      </Modal>
      {question}
    </>
  );
}
