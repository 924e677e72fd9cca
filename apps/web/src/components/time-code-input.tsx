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
} from '../lib/time-code-mask.ts';
import type { TimeCodeEdit } from '../lib/time-code-mask.ts';
import { FieldLabel } from './field-label.tsx';

const Input = chakra('input', {
  base: {
    width: '13ch',
    height: '44px',
    px: '3',
    border: '1px solid',
    borderColor: 'line.strong',
    borderRadius: 'md',
    bg: 'canvas',
    color: 'ink',
    fontFamily: 'mono',
    fontSize: 'md',
    fontVariantNumeric: 'tabular-nums',
    _hover: { borderColor: 'ink.muted' },
    _placeholder: { color: 'ink.faint', opacity: 1 },
    '&[aria-invalid=true]': { borderColor: 'signal' },
  },
});

const deletions = { deleteContentBackward: 'back', deleteContentForward: 'forward' } as const;
const steps: Readonly<Record<string, number>> = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 };

interface TimeCodeInputProps {
  label: string;
  /** `HH:MM:SS`, or the beginning of one. */
  value: string;
  onChange: (value: string) => void;
  /** The last second that arrow keys reach. */
  most: number;
  isInvalid?: boolean;
  /** The id of what says why it is invalid. */
  describedBy?: string;
  isFirst?: boolean;
  ref?: Ref<HTMLInputElement>;
  /** Stands beside the input. */
  children?: ReactNode;
}

/**
 * A time as `HH:MM:SS`: digits and colons only, colons come by themselves, arrow keys go by a second. What is shorter,
 * such as `2:28`, is filled in when the input is left, and by {@link fillTimeCode} where a form is sent before.
 */
export function TimeCodeInput(props: TimeCodeInputProps) {
  const { label, value, onChange, most, isInvalid, describedBy, isFirst, ref, children } = props;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  /** Where the caret belongs once the value of an edit stands in the input. */
  const wanted = useRef<number | null>(null);
  useImperativeHandle(ref, () => input.current as HTMLInputElement, []);

  useLayoutEffect(() => {
    const place = wanted.current;
    wanted.current = null;
    if (place !== null) input.current?.setSelectionRange(place, place);
  });

  const apply = ({ text, caret }: TimeCodeEdit) => {
    wanted.current = caret;
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
      apply({ text: stepTimeCode(value, step, most), caret: caret ?? timeCodeLength });
    }
    // In a full input a digit takes the place of the one behind the caret.
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
