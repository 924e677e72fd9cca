import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { inForcedColors } from '../../theme/forced-colors.ts';
import { usePlayback } from './playback.ts';

const Time = chakra('button', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '1',
    px: '6px',
    mx: '-6px',
    py: '2px',
    borderRadius: 'sm',
    fontSize: 'sm',
    fontVariantNumeric: 'tabular-nums',
    color: 'ink.muted',
    whiteSpace: 'nowrap',
    textAlign: 'left',
    justifySelf: 'start',
    transition: 'color 150ms ease-out, background-color 150ms ease-out',
    _hover: { bg: 'hover', color: 'ink' },
    '&[data-now]': { color: 'signal', fontWeight: 'strong' },
    [inForcedColors]: {
      '&[data-now]': { forcedColorAdjust: 'none', bg: 'Highlight', color: 'HighlightText' },
    },
  },
});

interface TimeButtonProps {
  seconds: number;
  /** Accessible name. */
  label: string;
  text: string;
  isNow?: boolean;
  tabIndex?: 0 | -1;
  /** An icon before the time. */
  children?: ReactNode;
}

/** A button that plays from its time. */
export function TimeButton({ seconds, label, text, isNow, tabIndex, children }: TimeButtonProps) {
  const playback = usePlayback();
  return (
    <Time
      type="button"
      aria-label={label}
      data-now={isNow || undefined}
      tabIndex={tabIndex}
      onClick={() => playback.seek(seconds)}
    >
      {children}
      {text}
    </Time>
  );
}
