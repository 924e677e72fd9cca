import { chakra } from '@chakra-ui/react';
import { useId, useState } from 'react';
import type { ComponentProps, KeyboardEvent } from 'react';

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
  /** What to say when few characters are left; without it nothing is said. */
  leftHint?: (left: number) => string;
  /** One line: Enter saves. Otherwise Enter makes a new line. */
  isSingleLine?: boolean;
  /** An emptied text goes back to what it was. */
  isRequired?: boolean;
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
  leftHint,
  isSingleLine,
  isRequired,
  ...rest
}: InlineTextProps) {
  /** Null while nobody edits: then the saved text shows. */
  const [draft, setDraft] = useState<string | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const hintId = useId();
  const isMarked = hasFailed || isUnsaved;
  const left = draft === null || !rest.maxLength ? Infinity : rest.maxLength - draft.length;

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
    setFailed(false);
    onTyping?.(null);
  };

  const leave = () => {
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
        aria-label={label}
        value={draft ?? value}
        onChange={(event) => {
          const text = isSingleLine ? event.target.value.replace(/\s*\n\s*/g, ' ') : event.target.value;
          setDraft(text);
          onTyping?.(text);
        }}
        onBlur={leave}
        onKeyDown={press}
        aria-invalid={isMarked || undefined}
        aria-describedby={isMarked ? hintId : undefined}
        {...rest}
      />
      {isMarked ? <Hint id={hintId}>{unsavedHint}</Hint> : null}
      {leftHint && left <= countedFrom ? (
        <Hint data-quiet role="status">
          {leftHint(left)}
        </Hint>
      ) : null}
    </>
  );
}
