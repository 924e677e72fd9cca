import { chakra } from '@chakra-ui/react';
import { useId, useState } from 'react';
import type { ClipboardEvent, ComponentProps, KeyboardEvent } from 'react';

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
    '&[aria-invalid=true]': { borderColor: 'caution' },
    _placeholder: { color: 'ink.faint', opacity: 1 },
  },
});

const Hint = chakra('p', {
  // The focus ring of the field ends above it.
  base: { fontSize: 'xs', color: 'caution', mt: '6px', mb: '1', '&[data-quiet]': { color: 'ink.muted' } },
});

/** The remaining characters are shown from this number on. */
const countedFrom = 15;

interface InlineTextProps extends Omit<ComponentProps<typeof Field>, 'onChange' | 'value'> {
  label: string;
  value: string;
  /** Called on leaving the field with a changed text. @returns whether it was saved; then `value` contains it */
  onSave: (text: string) => Promise<boolean>;
  /** Shown below a text that was not saved. The typed text stays, and leaving the field saves again. */
  unsavedHint: string;
  /** Called with every change of the text, and with null when it is discarded. */
  onTyping?: (text: string | null) => void;
  /** Called when Escape restores the saved text. */
  onCancel?: () => void;
  /** Marks `value` as not saved, in addition to the result of `onSave`. */
  isUnsaved?: boolean;
  /** Shows the text alone: the user may not change it. */
  isFixed?: boolean;
  /** A single line, which Enter saves. Otherwise Enter inserts a line break. */
  isSingleLine?: boolean;
  /** Leaving an empty field restores the saved text. */
  isRequired?: boolean;
}

/** The hint about the length of a text: how much was cut, that it is full, or how much is left. */
function lengthHint(length: number, max: number | undefined, cutCount: number): string {
  if (max === undefined) return '';
  if (cutCount > 0)
    return `Cut at ${String(max)} characters: the last ${cutCount === 1 ? 'one' : String(cutCount)} did not fit.`;
  const remaining = max - length;
  if (remaining > countedFrom) return '';
  return remaining > 0
    ? remaining === 1
      ? '1 character left'
      : `${String(remaining)} characters left`
    : `${String(max)} characters is the maximum.`;
}

/** Number of pasted characters that the browser cuts off; it does not report them. */
function countCut({ currentTarget: field, clipboardData }: ClipboardEvent<HTMLTextAreaElement>): number {
  if (field.maxLength < 0) return 0;
  const remaining = field.value.length - (field.selectionEnd - field.selectionStart);
  return Math.max(0, remaining + clipboardData.getData('text').length - field.maxLength);
}

const FixedText = chakra('p', { base: { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', py: '2px' } });

/** Text that is edited inline where the user may: see {@link EditedText}. */
export function InlineText({ isFixed, ...props }: InlineTextProps) {
  if (!isFixed) return <EditedText {...props} />;
  const { value, fontSize, fontWeight, lineHeight, letterSpacing, color, maxWidth } = props;
  const style = { fontSize, fontWeight, lineHeight, letterSpacing, color, maxWidth };
  return value === '' ? null : (
    <FixedText dir="auto" {...style}>
      {value}
    </FixedText>
  );
}

/** Text that is edited inline: saved on leaving the field; Escape restores the saved text and keeps the focus. */
function EditedText({
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
}: Omit<InlineTextProps, 'isFixed'>) {
  /** Null while not editing: then the saved text is shown. */
  const [draft, setDraft] = useState<string | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const hintId = useId();
  const isMarked = hasFailed || isUnsaved;
  /** Number of characters cut off the last paste. */
  const [cutCount, setCutCount] = useState(0);
  const isEdited = draft !== null || cutCount > 0;
  const hint = isEdited ? lengthHint((draft ?? value).length, rest.maxLength, cutCount) : '';

  const save = async (text: string) => {
    // Shows the new text while it is being saved, so that the old one does not flash.
    setDraft(text);
    const isSaved = await onSave(text);
    setFailed(!isSaved);
    // Keep the draft if the user has typed on.
    if (isSaved) setDraft((current) => (current === text ? null : current));
  };

  const discard = () => {
    setDraft(null);
    setCutCount(0);
    setFailed(false);
    onTyping?.(null);
  };

  const leave = () => {
    setCutCount(0);
    if (draft === null) return;
    const text = draft.trim();
    if (text === value || (isRequired && text === '')) discard();
    else void save(text);
  };

  const handleKey = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const isSaving = event.key === 'Enter' && isSingleLine && !event.nativeEvent.isComposing;
    if (!isSaving && event.key !== 'Escape') return;
    event.preventDefault();
    if (isSaving) leave();
    else {
      discard();
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
          if ((event.nativeEvent as InputEvent).inputType !== 'insertFromPaste') setCutCount(0);
          onTyping?.(text);
        }}
        onPaste={(event) => setCutCount(countCut(event))}
        onBlur={leave}
        onKeyDown={handleKey}
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
