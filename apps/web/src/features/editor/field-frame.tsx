import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import type { FieldState } from './edit-ports.ts';
import { editorStrings as words } from './editor.strings.ts';

const Sign = chakra('span', {
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
    // What is done at once needs no word.
    animation: 'fade-in 150ms ease-out 350ms both',
    '&[data-saved]': { color: 'good', animationDelay: '0ms' },
  },
});

const signs: Partial<Record<FieldState, string>> = { saving: words.saving, saved: words.saved };

/** A field with how its saving goes, quietly at its corner. What is read aloud is said once, above all chapters. */
export function FieldFrame({ state, children }: { state: FieldState; children: ReactNode }) {
  const sign = signs[state];
  return (
    <chakra.div position="relative" minWidth="0">
      {children}
      {sign ? (
        <Sign aria-hidden data-saved={state === 'saved' || undefined}>
          {sign}
        </Sign>
      ) : null}
    </chakra.div>
  );
}
