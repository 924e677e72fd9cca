import { chakra } from '@chakra-ui/react';
import { promptLimit } from '@vault/contracts';
import { useEffect, useId, useRef, useState } from 'react';
import type { ComponentProps, SubmitEvent } from 'react';
import { Button } from '../../../../components/ui/button.tsx';
import { FieldLabel } from '../../../../components/ui/fields/field-label.tsx';
import { Modal } from '../../../../components/ui/dialogs/modal.tsx';
import { TextArea } from '../../../../components/ui/fields/text-area.tsx';
import { isPrompt } from '../../../../components/generation/is-prompt.ts';
import { ChapterSelect } from './chapter-select.tsx';
import type { EstimateRequest } from '../../../../api/estimate-api.ts';
import { OperationCost } from '../../../../components/generation/operation-cost.tsx';
import { SmallText } from '../../../../components/ui/muted-text.ts';

export interface ChapterPromptProps {
  chapterTitle: string;
  /** The chapter select of a popup that was not opened from a chapter. */
  choice?: ComponentProps<typeof ChapterSelect> | undefined;
  /** The initial text of the field. */
  text?: string;
  /** Sends the prompt. After false, a failure, the text stays in the field. */
  onSend: (text: string) => Promise<boolean>;
  /** The generation whose cost is shown. */
  cost?: EstimateRequest;
  onClose: () => void;
  /** Opens the settings of the base prompt; without it there is no such button. */
  onBasePrompt?: () => void;
}

/** The texts and the validation of one of the two popups. */
interface Purpose {
  readonly title: string;
  readonly label: string;
  readonly hint: string;
  /** What is replaced, and what stays. */
  readonly effect?: string;
  readonly canSend: (text: string) => boolean;
}

const quotePurpose: Purpose = {
  title: 'Update quotes',
  label: 'Prompt Focus',
  hint: 'What the quotes of this chapter should be about. Leave it empty to get different quotes.',
  effect:
    'New quotes replace all quotes of this chapter, including your edits. Its title, summary and search text stay.',
  canSend: () => true,
};
const searchPurpose: Purpose = {
  title: 'Update search',
  label: 'Search prompt',
  hint: 'What you want to know from this chapter. More than 3 characters.',
  canSend: isPrompt,
};

/** Asks for a prompt for new quotes of one chapter. The prompt may be empty. */
export function QuotePromptPopup(props: ChapterPromptProps) {
  return <ChapterPromptPopup {...props} purpose={quotePurpose} />;
}

/** Asks for a search prompt for one chapter, of more than 3 characters. */
export function SearchPromptPopup(props: ChapterPromptProps) {
  return <ChapterPromptPopup {...props} purpose={searchPurpose} />;
}

function ChapterPromptPopup({
  chapterTitle,
  choice,
  text = '',
  onSend,
  cost,
  onClose,
  onBasePrompt,
  purpose,
}: ChapterPromptProps & { purpose: Purpose }) {
  const [typed, setTyped] = useState(text);
  const [isSending, setSending] = useState(false);
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  const canSend = purpose.canSend(typed) && !isSending;
  const id = useId();

  const handleSubmit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (!canSend) return;
    setSending(true);
    const isDone = await onSend(typed.trim());
    setSending(false);
    if (isDone && isShown.current) onClose();
  };

  return (
    <Modal title={purpose.title} size="medium" onCancel={onClose}>
      <chakra.form
        display="grid"
        gap="5"
        aria-busy={isSending}
        onSubmit={(event) => void handleSubmit(event)}
      >
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
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
          <SmallText id={`${id}-hint`} mt="1">
            {isSending ? 'This may take a minute. It continues when you close this window.' : purpose.hint}
          </SmallText>
        </div>
        {cost ? <OperationCost request={cost} typed={typed.trim()} /> : null}
        <chakra.div display="flex" flexWrap="wrap" alignItems="center" justifyContent="flex-end" gap="2">
          {onBasePrompt ? (
            <Button tone="quiet" ml="-4" mr="auto" onClick={onBasePrompt}>
              Edit the base prompt
            </Button>
          ) : null}
          <Button onClick={onClose}>{isSending ? 'Continue in the background' : 'Cancel'}</Button>
          <Button isBusy={isSending} type="submit" tone="primary" disabled={!canSend}>
            {isSending ? 'Sending…' : 'Send'}
          </Button>
        </chakra.div>
      </chakra.form>
    </Modal>
  );
}
