import { chakra } from '@chakra-ui/react';
import { useCallback } from 'react';
import type { ReactNode } from 'react';
import { Button } from '../../components/button.tsx';
import { Modal } from '../../components/modal.tsx';
import { PromptSection } from '../../components/prompt-section.tsx';
import { promptStrings as words } from './prompts.strings.ts';
import { useUnsavedChanges } from './use-unsaved-changes.tsx';

/** One of the three texts. */
export interface PromptPart {
  /** Tells one text from another in the same place: what is being edited of one is not shown for the other. */
  readonly key?: string;
  readonly text: string;
  readonly emptyText?: string;
  /** Above the text: a choice that belongs to it. */
  readonly above?: (isEditing: boolean) => ReactNode;
  /** Below the text; for a text that is read-only here, where it is edited. */
  readonly note?: string;
  /** While the text stands in the place of another: gives it up for that one. */
  readonly giveUp?: { readonly label: string; readonly onGiveUp: () => Promise<boolean> } | undefined;
  /** Keeps the text, and says how that went; false when it failed. Without it the part is read-only. */
  readonly onSave?: (text: string) => Promise<boolean>;
}

interface SearchPromptModalProps {
  /** What stands in the place of the system prompt while it is not known. */
  system: PromptPart | { readonly instead: ReactNode };
  quotes: PromptPart;
  summary: PromptPart;
  onClose: () => void;
}

/** What a chapter search is given beside the words somebody types: each part read-only until it is edited. */
export function SearchPromptModal({ system, quotes, summary, onClose }: SearchPromptModalProps) {
  const { note, leave, question } = useUnsavedChanges(onClose);
  const { key: chapterKey, ...quotesPart } = quotes;
  const noteSystem = useCallback(
    (isUnsaved: boolean) => {
      note('system', isUnsaved);
    },
    [note],
  );
  const noteQuotes = useCallback(
    (isUnsaved: boolean) => {
      note('quotes', isUnsaved);
    },
    [note],
  );
  const noteSummary = useCallback(
    (isUnsaved: boolean) => {
      note('summary', isUnsaved);
    },
    [note],
  );

  return (
    <>
      <Modal title={words.searchTitle} size="medium" isReadFirst onCancel={leave}>
        <chakra.div display="grid" gap="6">
          {'instead' in system ? (
            system.instead
          ) : (
            <PromptSection
              title={words.system}
              hint={words.systemHint}
              words={words.section}
              onUnsaved={noteSystem}
              {...system}
            />
          )}
          <PromptSection
            key={chapterKey}
            title={words.quotes}
            hint={words.quotesHint}
            isSpoken
            words={words.section}
            onUnsaved={noteQuotes}
            {...quotesPart}
          />
          <PromptSection
            title={words.summary}
            hint={words.summaryHint}
            words={words.section}
            onUnsaved={noteSummary}
            {...summary}
          />
        </chakra.div>
        <chakra.div display="flex" justifyContent="flex-end" mt="6">
          <Button onClick={leave}>{words.close}</Button>
        </chakra.div>
      </Modal>
      {question}
    </>
  );
}
