import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import type { FieldState } from '../model/chapter-edits.slice.ts';
import { saveWords } from '../../../components/ui/save-status.tsx';

const Label = chakra('span', {
  base: {
    position: 'absolute',
    right: '-4px',
    top: '-14px',
    px: '1',
    borderRadius: 'sm',
    bg: 'canvas',
    fontSize: 'xs',
    color: 'ink.muted',
    pointerEvents: 'none',
    // A save that takes less than 350 ms shows no label.
    animation: 'fade-in 150ms ease-out 350ms both',
    '&[data-saved]': { color: 'good', animationDelay: '0ms' },
  },
});

/** A field with its save state at the corner. Hidden from screen readers: the head of the list announces the state. */
export function FieldFrame({ state, children }: { state: FieldState; children: ReactNode }) {
  const label = saveWords[state];
  return (
    <chakra.div position="relative" minWidth="0">
      {children}
      {label ? (
        <Label aria-hidden data-saved={state === 'saved' || undefined}>
          {label}
        </Label>
      ) : null}
    </chakra.div>
  );
}
