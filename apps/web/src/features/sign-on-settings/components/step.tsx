import { chakra } from '@chakra-ui/react';
import { Check } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { MutedText } from '../../../components/ui/muted-text.ts';
import { steps } from '../model/steps.ts';
import type { StepId } from '../model/steps.ts';
import { stepWords } from '../sign-on-settings.strings.ts';

const Mark = chakra('span', {
  base: {
    display: 'grid',
    placeItems: 'center',
    boxSize: '28px',
    border: '1px solid',
    borderColor: 'line.strong',
    borderRadius: 'full',
    fontSize: 'sm',
    fontVariantNumeric: 'tabular-nums',
    color: 'ink.muted',
    '&[data-open]': { borderColor: 'ink', color: 'ink', fontWeight: 'strong' },
    '&[data-done]': { borderColor: 'transparent', bg: 'good.wash', color: 'good' },
  },
});

interface StepProps {
  id: StepId;
  /** What it has led to, in one line. */
  line: string;
  isDone: boolean;
  isOpen: boolean;
  /** Whether it may be closed: the step to do next stays open. */
  canClose: boolean;
  /** Each new object moves the focus to the name of the step. */
  focus: object | null;
  onToggle: () => void;
  children: ReactNode;
}

/** One numbered step: a line while it is closed. */
export function Step({ id, line, isDone, isOpen, canClose, focus, onToggle, children }: StepProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (focus) heading.current?.focus();
  }, [focus]);
  const { name, text } = stepWords[id];
  const action = isOpen ? 'Close' : isDone ? 'Change' : 'Open';
  const headingId = `step-${id}`;
  return (
    <chakra.li
      display="grid"
      gridTemplateColumns="28px minmax(0, 1fr)"
      columnGap={{ base: '3', md: '4' }}
      py="5"
      borderTopWidth="1px"
    >
      <Mark aria-hidden data-open={isOpen || undefined} data-done={isDone || undefined}>
        {isDone ? <Check size={16} strokeWidth={2} /> : steps.indexOf(id) + 1}
      </Mark>
      <chakra.div display="grid" gap="5" minWidth="0">
        <chakra.div display="flex" alignItems="flex-start" justifyContent="space-between" gap="3">
          <chakra.div minWidth="0" pt="2px">
            <chakra.h2
              ref={heading}
              id={headingId}
              tabIndex={-1}
              outline="none"
              fontSize="md"
              fontWeight="strong"
            >
              {name}
              {isDone ? <chakra.span srOnly>: done</chakra.span> : null}
            </chakra.h2>
            <MutedText overflowWrap="anywhere">{isOpen || !isDone ? text : line}</MutedText>
          </chakra.div>
          {isOpen && !canClose ? null : (
            <Button
              size="small"
              tone={isOpen ? 'quiet' : 'outline'}
              flexShrink="0"
              aria-expanded={isOpen}
              aria-label={`${action} ${name.toLowerCase()}`}
              onClick={onToggle}
            >
              {action}
            </Button>
          )}
        </chakra.div>
        {isOpen ? children : null}
      </chakra.div>
    </chakra.li>
  );
}
