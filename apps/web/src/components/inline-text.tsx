import { chakra } from '@chakra-ui/react';
import { useId, useState } from 'react';
import type { ClipboardEvent, ComponentProps, KeyboardEvent } from 'react';
import { strings } from '../strings.ts';

const Field = chakra('textarea', {
  base: {
    display: 'block',
    width: 'calc(100% + 16px)',
    mx: '-8px',
    px: '8px',
    py: '2px',
    border: '1px solid transparent',
    borderRadius: 'sm',
    bg: 'transparent',
    resize: 'none',
    fieldSizing: 'content',
    overflow: 'hidden',
    transition: 'background-color 150ms ease-out',
    _hover: { bg: 'hover' },
    _focus: { bg: 'surface', borderColor: 'line.strong' },
    '&[aria-invalid=true]': { borderColor: 'signal' },
    _placeholder: { color: 'ink.faint', opacity: 1 },
  },
});

const Hint = chakra('p', {
  base: { fontSize: 'xs', color: 'signal', mb: '1', '&[data-quiet]': { color: 'ink.muted' } },
});

/** So many characters before the end the rest is counted. */
const countedFrom = 15;

interface InlineTextProps extends Omit<ComponentProps<typeof Field>, 'onChange' | 'value'> {
  label: string;
  value: string;
  /** Called on leaving the field, only with a changed text. @returns whether it was saved; `value` has it then */
  onSave: (text: string) => Promise<boolean>;
  /** Said below a text that was not saved: it stays as it was typed, and leaving the field tries again. */
  unsavedHint: string;
  /** Called with every change of the text, and with null when it is given up or saved. */
  onTyping?: (text: string | null) => void;
  /** Called when Escape puts back what was there. */
  onCancel?: () => void;
  /** Whether `value` is known not to be saved, beside what `onSave` told. */
  isUnsaved?: boolean;
  /** One line: Enter saves. Otherwise Enter makes a new line. */
  isSingleLine?: boolean;
  /** An emptied text goes back to what it was. */
  isRequired?: boolean;
}

/** What is said of the length of a text: what was cut off it, that it is full, or how little is left. */
function lengthHint(length: number, most: number | undefined, lost: number): string {
  if (most === undefined) return '';
  if (lost > 0) return strings.textCut(most, lost);
  const left = most - length;
  if (left > countedFrom) return '';
  return left > 0 ? strings.charactersLeft(left) : strings.textFull(most);
}

/** How many characters of what is pasted a browser leaves out, as it says nothing about it. */
function lostOf({ currentTarget: field, clipboardData }: ClipboardEvent<HTMLTextAreaElement>): number {
  if (field.maxLength < 0) return 0;
  const kept = field.value.length - (field.selectionEnd - field.selectionStart);
  return Math.max(0, kept + clipboardData.getData('text').length - field.maxLength);
}

/** Text that is edited where it stands: saved on leaving, Escape puts back what was there. The keyboard stays in it. */
export function InlineText({
  label,
  value,
  onSave,
  unsavedHint,
  onTyping,
  onCancel,
  isUnsaved = false,
  isSingleLine,
  isRequired,
  ...rest
}: InlineTextProps) {
  /** Null while nobody edits: then the saved text shows. */
  const [draft, setDraft] = useState<string | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const hintId = useId();
  const isMarked = hasFailed || isUnsaved;
  /** Characters of the last paste that had no room. */
  const [lost, setLost] = useState(0);
  const isWritten = draft !== null || lost > 0;
  const hint = isWritten ? lengthHint((draft ?? value).length, rest.maxLength, lost) : '';

  const save = async (text: string) => {
    // The new text stays in sight while it is being saved: the old one must not flash up.
    setDraft(text);
    const isSaved = await onSave(text);
    setFailed(!isSaved);
    // Unless somebody goes on writing.
    if (isSaved) setDraft((current) => (current === text ? null : current));
  };

  const giveUp = () => {
    setDraft(null);
    setLost(0);
    setFailed(false);
    onTyping?.(null);
  };

  const leave = () => {
    setLost(0);
    if (draft === null) return;
    const text = draft.trim();
    if (text === value || (isRequired && text === '')) giveUp();
    else void save(text);
  };

  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const isSaving = event.key === 'Enter' && isSingleLine && !event.nativeEvent.isComposing;
    if (!isSaving && event.key !== 'Escape') return;
    event.preventDefault();
    if (isSaving) leave();
    else {
      giveUp();
      onCancel?.();
    }
  };

  return (
    <>
      <Field
        rows={1}
        dir="auto"
        aria-label={label}
        value={draft ?? value}
        onChange={(event) => {
          const text = isSingleLine ? event.target.value.replace(/\s*\n\s*/g, ' ') : event.target.value;
          setDraft(text);
          if ((event.nativeEvent as InputEvent).inputType !== 'insertFromPaste') setLost(0);
          onTyping?.(text);
        }}
        onPaste={(event) => {
          setLost(lostOf(event));
        }}
        onBlur={leave}
        onKeyDown={press}
        aria-invalid={isMarked || undefined}
        aria-describedby={isMarked ? hintId : undefined}
        {...rest}
      />
      {isMarked ? <Hint id={hintId}>{unsavedHint}</Hint> : null}
      {hint ? (
        <Hint data-quiet role="status">
          {hint}
        </Hint>
      ) : null}
    </>
  );
}
