import { chakra } from '@chakra-ui/react';
import { promptLimit } from '@vault/contracts';
import { useId, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { isPrompt } from '../lib/is-prompt.ts';
import { useDraft } from '../lib/use-draft.ts';
import { Button } from './button.tsx';
import { EditButtons } from './edit-buttons.tsx';
import type { EditWords } from './edit-buttons.tsx';
import { TextArea } from './text-area.tsx';

interface PromptSectionProps {
  title: string;
  /** What the text is for. */
  hint: string;
  text: string;
  /** Said while there is no text. */
  emptyText?: string;
  words: EditWords;
  rows?: number;
  /** Words that were said are set as such. */
  isSpoken?: boolean;
  /** Above the text: a choice that belongs to it. */
  above?: (isEditing: boolean) => ReactNode;
  /** Below the text; without `onSave`, where it is edited. */
  note?: ReactNode;
  /** Keeps the text; false when that failed: then it goes on being edited. Without it the section is read-only. */
  onSave?: (text: string) => Promise<boolean>;
  /** While the text stands in the place of another: gives it up for that one. */
  giveUp?: { readonly label: string; readonly onGiveUp: () => Promise<boolean> } | undefined;
  /** Called when there is something that was not saved, and when there no longer is. */
  onUnsaved?: (isUnsaved: boolean) => void;
}

const isSame = (one: string, other: string) => one.trim() === other.trim();

/** A text that is read until somebody edits it, and then saved or left as it was. */
export function PromptSection(props: PromptSectionProps) {
  const {
    title,
    hint,
    text,
    emptyText,
    words,
    rows = 3,
    isSpoken,
    above,
    note,
    giveUp,
    onSave,
    onUnsaved,
  } = props;
  const [isGivingUp, setGivingUp] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const editButton = useRef<HTMLButtonElement>(null);
  const draft = useDraft<string>({
    field,
    editButton,
    saved: text,
    isSame,
    onUnsaved,
    onSave: onSave && ((written) => onSave(written.trim())),
  });
  const id = useId();
  const leaveTo = async (onGiveUp: () => Promise<boolean>) => {
    setGivingUp(true);
    // The button goes with the text: the keyboard stays in the section.
    if (await onGiveUp()) editButton.current?.focus();
    setGivingUp(false);
  };

  return (
    <chakra.section aria-labelledby={`${id}-title`} aria-busy={draft.isSaving || isGivingUp}>
      <chakra.div display="flex" alignItems="flex-start" justifyContent="space-between" gap="4" mb="2">
        <div>
          <chakra.h3 id={`${id}-title`} fontSize="sm" fontWeight="strong">
            {title}
          </chakra.h3>
          <chakra.p id={`${id}-hint`} fontSize="xs" color="ink.muted">
            {hint}
          </chakra.p>
        </div>
        {onSave ? (
          <EditButtons draft={draft} words={words} canSave={isPrompt(draft.shown)} editRef={editButton} />
        ) : null}
      </chakra.div>
      {above ? <chakra.div mb="2">{above(draft.isEditing)}</chakra.div> : null}
      <TextArea
        ref={field}
        rows={rows}
        // As high as its text, so that nothing has to be scrolled to be read.
        fieldSizing="content"
        minHeight={`calc(${String(rows)} * 1.55em + 18px)`}
        maxHeight="40dvh"
        fontFamily={isSpoken ? 'quote' : undefined}
        fontSize={isSpoken ? 'md' : undefined}
        aria-labelledby={`${id}-title`}
        aria-describedby={`${id}-hint`}
        maxLength={promptLimit}
        readOnly={!draft.isEditing || draft.isSaving}
        value={draft.shown}
        placeholder={emptyText}
        onChange={(event) => {
          draft.change(event.target.value);
        }}
      />
      {note ? (
        <chakra.p mt="1" fontSize="xs" color="ink.muted">
          {note}
        </chakra.p>
      ) : null}
      {giveUp && !draft.isEditing ? (
        <Button
          size="small"
          tone="quiet"
          mt="1"
          ml="-3"
          disabled={isGivingUp}
          onClick={() => {
            void leaveTo(giveUp.onGiveUp);
          }}
        >
          {giveUp.label}
        </Button>
      ) : null}
    </chakra.section>
  );
}
