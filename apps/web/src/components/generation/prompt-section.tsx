import { chakra } from '@chakra-ui/react';
import { promptLimit } from '@vault/contracts';
import { useId, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { isPrompt } from './is-prompt.ts';
import { useDraft } from '../ui/fields/use-draft.ts';
import { Button } from '../ui/button.tsx';
import { EditButtons } from '../ui/fields/edit-buttons.tsx';
import { TextArea } from '../ui/fields/text-area.tsx';
import { SmallText } from '../ui/muted-text.ts';

interface PromptSectionProps {
  title: string;
  /** Explains what the text is used for. */
  hint: string;
  text: string;
  /** Placeholder of an empty text. */
  emptyText?: string;
  rows?: number;
  /** Sets the text in the font of quotes. */
  isSpoken?: boolean;
  /** Content above the text, such as a related select. */
  above?: (isEditing: boolean) => ReactNode;
  /** Content below the text; without `onSave`, it says where the text can be edited. */
  note?: ReactNode;
  /** Saves the text; returns false on failure, which keeps the editor open. Without it the section is read-only. */
  onSave?: (text: string) => Promise<boolean>;
  /** Set while the text replaces a default: the button restores the default. */
  reset?: { readonly label: string; readonly onReset: () => Promise<boolean> } | undefined;
  /** Called when the section gets unsaved changes, and when it no longer has any. */
  onUnsaved?: (isUnsaved: boolean) => void;
}

const isSame = (one: string, other: string) => one.trim() === other.trim();

/** A text that is read-only until the user presses Edit, with Save and Cancel while editing. */
export function PromptSection(props: PromptSectionProps) {
  const { title, hint, text, emptyText, rows = 3, isSpoken, above, note, reset, onSave, onUnsaved } = props;
  const [isResetting, setResetting] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const editButton = useRef<HTMLButtonElement>(null);
  const draft = useDraft<string>({
    field,
    editButton,
    saved: text,
    isSame,
    onUnsaved,
    onSave: onSave && ((edited) => onSave(edited.trim())),
  });
  const id = useId();
  const runReset = async (onReset: () => Promise<boolean>) => {
    setResetting(true);
    // The button disappears with the text: keep the focus in the section.
    if (await onReset()) editButton.current?.focus();
    setResetting(false);
  };

  return (
    <chakra.section aria-labelledby={`${id}-title`} aria-busy={draft.isSaving || isResetting}>
      <chakra.div display="flex" alignItems="flex-start" justifyContent="space-between" gap="4" mb="2">
        <div>
          <chakra.h3 id={`${id}-title`} fontSize="sm" fontWeight="strong">
            {title}
          </chakra.h3>
          <SmallText id={`${id}-hint`}>{hint}</SmallText>
        </div>
        {onSave ? <EditButtons draft={draft} canSave={isPrompt(draft.shown)} editRef={editButton} /> : null}
      </chakra.div>
      {above ? <chakra.div mb="2">{above(draft.isEditing)}</chakra.div> : null}
      <TextArea
        ref={field}
        rows={rows}
        // As high as its text, so that all of it is visible without scrolling.
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
        onChange={(event) => draft.change(event.target.value)}
      />
      {note ? <SmallText mt="1">{note}</SmallText> : null}
      {reset && !draft.isEditing ? (
        <Button
          size="small"
          tone="quiet"
          mt="1"
          ml="-3"
          disabled={isResetting}
          onClick={() => void runReset(reset.onReset)}
        >
          {reset.label}
        </Button>
      ) : null}
    </chakra.section>
  );
}
