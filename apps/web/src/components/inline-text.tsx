import { chakra } from '@chakra-ui/react';
import { useId, useRef, useState } from 'react';
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

const Hint = chakra('p', { base: { fontSize: 'xs', color: 'signal', mb: '1' } });

interface InlineTextProps extends Omit<ComponentProps<typeof Field>, 'onChange' | 'value'> {
  label: string;
  value: string;
  /** Called on leaving the field, only with a changed text. @returns whether it was saved; `value` has it then */
  onSave: (text: string) => Promise<boolean>;
  /** Said below a text that was not saved: it stays as it was typed, and leaving the field tries again. */
  unsavedHint: string;
  /** One line: Enter saves. Otherwise Enter makes a new line. */
  isSingleLine?: boolean;
  /** An emptied text goes back to what it was. */
  isRequired?: boolean;
}

/** Text that is edited where it stands: saved on leaving, Escape puts back what was there. */
export function InlineText({
  label,
  value,
  onSave,
  unsavedHint,
  isSingleLine,
  isRequired,
  ...rest
}: InlineTextProps) {
  /** Null while nobody edits: then the saved text shows. */
  const [draft, setDraft] = useState<string | null>(null);
  const [isUnsaved, setUnsaved] = useState(false);
  const hintId = useId();
  const isCancelled = useRef(false);
  const field = useRef<HTMLTextAreaElement>(null);

  const save = async (text: string) => {
    // The new text stays in sight while it is being saved: the old one must not flash up.
    setDraft(text);
    const isSaved = await onSave(text);
    setUnsaved(!isSaved);
    const isEditedAgain = document.activeElement === field.current;
    if (isSaved && !isEditedAgain) setDraft((current) => (current === text ? null : current));
  };

  const leave = () => {
    const text = draft?.trim() ?? value;
    const isKept = isCancelled.current || (isRequired && text === '');
    isCancelled.current = false;
    if (isKept || text === value) {
      setDraft(null);
      setUnsaved(false);
    } else void save(text);
  };

  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const isSaving = event.key === 'Enter' && isSingleLine && !event.nativeEvent.isComposing;
    if (event.key === 'Escape') isCancelled.current = true;
    if (!isSaving && event.key !== 'Escape') return;
    event.preventDefault();
    event.currentTarget.blur();
  };

  return (
    <>
      <Field
        ref={field}
        rows={1}
        aria-label={label}
        value={draft ?? value}
        onChange={(event) => {
          setDraft(isSingleLine ? event.target.value.replace(/\s*\n\s*/g, ' ') : event.target.value);
        }}
        onBlur={leave}
        onKeyDown={press}
        aria-invalid={isUnsaved || undefined}
        aria-describedby={isUnsaved ? hintId : undefined}
        {...rest}
      />
      {isUnsaved ? <Hint id={hintId}>{unsavedHint}</Hint> : null}
    </>
  );
}
