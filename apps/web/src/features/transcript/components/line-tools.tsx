import { chakra } from '@chakra-ui/react';
import type { Cue } from '@vault/webvtt';
import { Check, Merge, Minus, Play, Plus, RotateCcw, SplitSquareHorizontal } from 'lucide-react';
import { Button } from '../../../components/ui/button.tsx';
import { IconButton } from '../../../components/ui/icon-button.tsx';
import { formatTenths } from '../../../lib/format/format-time.ts';
import type { LineCommand } from '../model/line-commands.ts';

const Tools = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    columnGap: '1',
    mt: '1',
    mx: '-8px',
    color: 'ink.muted',
    '& button': { minHeight: '32px', px: '2', gap: '1', fontSize: 'xs', fontWeight: 'regular' },
    '@media (pointer: coarse)': { '& button': { minHeight: '44px', minWidth: '44px' } },
  },
});

const Time = chakra('span', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    fontSize: 'xs',
    fontVariantNumeric: 'tabular-nums',
    whiteSpace: 'nowrap',
    '& button': { width: '28px', height: '32px', px: '0' },
    '& svg': { width: '14px', height: '14px' },
  },
});

/** On phones there is no room for the words beside large buttons. */
const Word = chakra('span', { base: { px: '2', '@media (pointer: coarse)': { display: 'none' } } });

interface LineToolsProps {
  line: Cue;
  isFirst: boolean;
  isLast: boolean;
  /** Whether the recogniser's words are different. */
  isRestorable: boolean;
  onRun: (command: LineCommand) => void;
}

/** The tools of the edited line, for the pointer and for touch: each has a key too. */
export function LineTools({ line, isFirst, isLast, isRestorable, onRun }: LineToolsProps) {
  const tool = (command: LineCommand) => ({
    size: 'small' as const,
    tone: 'quiet' as const,
    onClick: () => onRun(command),
  });
  const nudge = (edge: 'start' | 'end') => (
    <Time>
      <Word>{edge === 'start' ? 'Start' : 'End'}</Word>
      <IconButton
        label={`${edge === 'start' ? 'Start' : 'End'} 0.1 s earlier`}
        icon={Minus}
        onClick={tool(`${edge}-back`).onClick}
      />
      {formatTenths(line[edge])}
      <IconButton
        label={`${edge === 'start' ? 'Start' : 'End'} 0.1 s later`}
        icon={Plus}
        onClick={tool(`${edge}-on`).onClick}
      />
    </Time>
  );
  return (
    <Tools
      role="group"
      aria-label="Tools of the line"
      onMouseDown={(event) => {
        // The field keeps the focus and the caret.
        event.preventDefault();
      }}
    >
      <Button icon={Play} title="Play this line" {...tool('play')}>
        Play
      </Button>
      <Button icon={SplitSquareHorizontal} title="Split at the caret (Ctrl+Enter)" {...tool('split')}>
        Split
      </Button>
      <Button
        icon={Merge}
        title={isLast ? 'Join with the line before' : 'Join with the next line'}
        disabled={isFirst && isLast}
        {...tool(isLast ? 'join-previous' : 'join-next')}
      >
        Join
      </Button>
      {isRestorable ? (
        <Button icon={RotateCcw} {...tool('restore')}>
          Original words
        </Button>
      ) : null}
      <Button icon={Check} title="Save this line" {...tool('done')}>
        Done
      </Button>
      <chakra.span flexBasis="100%" />
      {nudge('start')}
      {nudge('end')}
    </Tools>
  );
}
