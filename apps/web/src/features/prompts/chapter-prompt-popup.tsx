import { chakra } from '@chakra-ui/react';
import { promptLimit } from '@vault/contracts';
import { useEffect, useId, useRef, useState } from 'react';
import type { ComponentProps, ReactNode, SubmitEvent } from 'react';
import { Button } from '../../components/button.tsx';
import { FieldLabel } from '../../components/field-label.tsx';
import { Modal } from '../../components/modal.tsx';
import { Spinner } from '../../components/spinner.tsx';
import { TextArea } from '../../components/text-area.tsx';
import { isPrompt } from '../../lib/is-prompt.ts';
import { ChapterSelect } from './chapter-select.tsx';
import { promptStrings as words } from './prompts.strings.ts';

export interface ChapterPromptProps {
  chapterTitle: string;
  /** Where the popup was not opened from a chapter: which one is meant. */
  choice?: ComponentProps<typeof ChapterSelect> | undefined;
  /** What stands in the field at first. */
  text?: string;
  /** Sends the words; false when that failed: then they stay, to be sent again. */
  onSend: (text: string) => Promise<boolean>;
  /** What it may cost with these words. */
  costOf?: (typed: string) => ReactNode;
  onClose: () => void;
  /** Leads to the prompt that is sent along; without it nothing is said of it. */
  onBasePrompt?: () => void;
}

/** What one of the two popups says and asks for. */
interface Purpose {
  readonly title: string;
  readonly label: string;
  readonly hint: string;
  /** What will be gone, and what stays. */
  readonly effect?: string;
  readonly canSend: (text: string) => boolean;
}

const quotePurpose: Purpose = {
  title: words.quotePopup,
  label: words.quotePopupLabel,
  hint: words.quotePopupHint,
  effect: words.quotePopupEffect,
  canSend: () => true,
};
const searchPurpose: Purpose = {
  title: words.searchPopup,
  label: words.searchPopupLabel,
  hint: words.searchPopupHint,
  canSend: isPrompt,
};

/** New quotes for one chapter; whoever types nothing has them chosen anew. */
export function QuotePromptPopup(props: ChapterPromptProps) {
  return <ChapterPromptPopup {...props} purpose={quotePurpose} />;
}

/** A search in one chapter, with words of more than 3 characters. */
export function SearchPromptPopup(props: ChapterPromptProps) {
  return <ChapterPromptPopup {...props} purpose={searchPurpose} />;
}

function ChapterPromptPopup({
  chapterTitle,
  choice,
  text = '',
  onSend,
  costOf,
  onClose,
  onBasePrompt,
  purpose,
}: ChapterPromptProps & { purpose: Purpose }) {
  const [written, setWritten] = useState(text);
  const [isSending, setSending] = useState(false);
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  const canSend = purpose.canSend(written) && !isSending;
  const id = useId();

  const send = async (event: SubmitEvent) => {
    event.preventDefault();
    if (!canSend) return;
    setSending(true);
    const isDone = await onSend(written.trim());
    setSending(false);
    if (isDone && isShown.current) onClose();
  };

  return (
    <Modal title={purpose.title} size="medium" onCancel={onClose}>
      <chakra.form display="grid" gap="5" aria-busy={isSending} onSubmit={(event) => void send(event)}>
        <chakra.div mt={choice ? undefined : '-5'} display="grid" gap="2" fontSize="sm" color="ink.muted">
          {choice ? (
            <ChapterSelect {...choice} isDisabled={isSending} />
          ) : (
            <chakra.p dir="auto" overflowWrap="anywhere">
              {chapterTitle}
            </chakra.p>
          )}
          {purpose.effect ? <p>{purpose.effect}</p> : null}
        </chakra.div>
        <div>
          <FieldLabel htmlFor={id}>{purpose.label}</FieldLabel>
          <TextArea
            id={id}
            rows={5}
            autoFocus
            aria-describedby={`${id}-hint`}
            maxLength={promptLimit}
            readOnly={isSending}
            value={written}
            onChange={(event) => {
              setWritten(event.target.value);
            }}
          />
          <chakra.p id={`${id}-hint`} mt="1" fontSize="xs" color="ink.muted">
            {isSending ? words.goesOn : purpose.hint}
          </chakra.p>
        </div>
        {costOf?.(written.trim())}
        <chakra.div display="flex" flexWrap="wrap" alignItems="center" justifyContent="flex-end" gap="2">
          {onBasePrompt ? (
            <Button tone="quiet" ml="-4" mr="auto" onClick={onBasePrompt}>
              {words.basePrompt}
            </Button>
          ) : null}
          <Button onClick={onClose}>{isSending ? words.inBackground : words.cancel}</Button>
          <Button type="submit" tone="primary" disabled={!canSend}>
            {isSending ? <Spinner /> : null}
            {isSending ? words.sending : words.send}
          </Button>
        </chakra.div>
      </chakra.form>
    </Modal>
  );
}
