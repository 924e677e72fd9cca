import { chakra } from '@chakra-ui/react';
import { Check, Merge, Play, RotateCcw, SplitSquareHorizontal } from 'lucide-react';
import { Button } from '../../../components/ui/button.tsx';
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

interface LineToolsProps {
  isFirst: boolean;
  isLast: boolean;
  /** Whether the recogniser's words are different. */
  isRestorable: boolean;
  onRun: (command: LineCommand) => void;
}

/** The tools of the edited line, for the pointer and for touch: each has a key too. */
export function LineTools({ isFirst, isLast, isRestorable, onRun }: LineToolsProps) {
  const tool = (command: LineCommand) => ({
    size: 'small' as const,
    tone: 'quiet' as const,
    onClick: () => onRun(command),
  });
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
    </Tools>
  );
}
