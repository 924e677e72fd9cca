import { chakra } from '@chakra-ui/react';
import { useId, useLayoutEffect, useRef } from 'react';
import type { ChangeEvent, ClipboardEvent, KeyboardEvent, ReactNode, Ref } from 'react';
import { useImperativeHandle } from 'react';
import {
  editTimeCode,
  fillTimeCode,
  findTimeCode,
  stepTimeCode,
  timeCodeLength,
} from '../../lib/video/time-code-mask.ts';
import type { TimeCodeEdit } from '../../lib/video/time-code-mask.ts';
import { FieldLabel } from '../ui/fields/field-label.tsx';
import { Input } from '../ui/fields/text-field.tsx';

const deletions = { deleteContentBackward: 'back', deleteContentForward: 'forward' } as const;
const steps: Readonly<Record<string, number>> = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 };

interface TimeCodeInputProps {
  label: string;
  /** `HH:MM:SS`, complete or incomplete. */
  value: string;
  onChange: (value: string) => void;
  /** The last second that arrow keys reach. */
  max: number;
  isInvalid?: boolean;
  /** Id of the element with the error message. */
  describedBy?: string;
  isFirst?: boolean;
  ref?: Ref<HTMLInputElement>;
  /** Content beside the input. */
  children?: ReactNode;
}

/**
 * An input for a time as `HH:MM:SS`: accepts digits and colons only, adds colons automatically, and arrow keys step by
 * a second. A shorter time such as `2:28` is completed when the input loses the focus; a form that is sent before must
 * call {@link fillTimeCode}.
 */
export function TimeCodeInput(props: TimeCodeInputProps) {
  const { label, value, onChange, max, isInvalid, describedBy, isFirst, ref, children } = props;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  /** Caret position to restore after the edited value is rendered. */
  const caretToRestore = useRef<number | null>(null);
  useImperativeHandle(ref, () => input.current as HTMLInputElement, []);

  useLayoutEffect(() => {
    const caret = caretToRestore.current;
    caretToRestore.current = null;
    if (caret !== null) input.current?.setSelectionRange(caret, caret);
  });

  const apply = ({ text, caret }: TimeCodeEdit) => {
    caretToRestore.current = caret;
    onChange(text);
  };

  const change = (event: ChangeEvent<HTMLInputElement>) => {
    const { value: text, selectionStart } = event.target;
    const { inputType } = event.nativeEvent as InputEvent;
    const deletion = deletions[inputType as keyof typeof deletions] as 'back' | 'forward' | undefined;
    apply(editTimeCode(value, { text, caret: selectionStart ?? text.length }, deletion));
  };

  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    event.preventDefault();
    const pasted = event.clipboardData.getData('text');
    const { selectionStart, selectionEnd } = event.currentTarget;
    const [from, to] = [selectionStart ?? value.length, selectionEnd ?? value.length];
    const found = findTimeCode(pasted);
    if (found !== null) apply({ text: found, caret: found.length });
    else {
      const text = value.slice(0, from) + pasted + value.slice(to);
      apply(editTimeCode(value, { text, caret: from + pasted.length }));
    }
  };

  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    const { selectionStart: caret, selectionEnd } = event.currentTarget;
    const step = steps[event.key];
    if (step !== undefined) {
      event.preventDefault();
      apply({ text: stepTimeCode(value, step, max), caret: caret ?? timeCodeLength });
    }
    // In a complete time, a digit replaces the one after the caret.
    if (
      /^\d$/.test(event.key) &&
      value.length === timeCodeLength &&
      caret !== null &&
      caret === selectionEnd
    ) {
      const next = value[caret] === ':' ? caret + 1 : caret;
      event.currentTarget.setSelectionRange(next, next + 1);
    }
  };

  return (
    <div>
      <FieldLabel htmlFor={id}>{label}</FieldLabel>
      <chakra.div display="flex" alignItems="center" flexWrap="wrap" gap="2">
        <Input
          ref={input}
          id={id}
          type="text"
          width="13ch"
          bg="canvas"
          fontFamily="mono"
          fontVariantNumeric="tabular-nums"
          inputMode="numeric"
          autoComplete="off"
          spellCheck={false}
          placeholder="HH:MM:SS"
          maxLength={timeCodeLength}
          autoFocus={isFirst}
          value={value}
          aria-invalid={isInvalid}
          aria-describedby={describedBy}
          onChange={change}
          onPaste={paste}
          onKeyDown={press}
          // Otherwise digits typed after a complete time would be ignored.
          onFocus={({ currentTarget }) => currentTarget.select()}
          onBlur={() => {
            const filled = fillTimeCode(value);
            if (filled !== value) onChange(filled);
          }}
        />
        {children}
      </chakra.div>
    </div>
  );
}
