import { chakra } from '@chakra-ui/react';
import { transcriptLineLimit } from '@vault/contracts';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import type { FocusEvent, KeyboardEvent } from 'react';
import { Check, Merge, Play, RotateCcw, SplitSquareHorizontal } from 'lucide-react';
import { usePlayback } from '../../../components/player/playback.ts';
import { formatDuration } from '../../../lib/format/format-duration.ts';
import { commandOf, joinLines, restoreLine, splitLine } from '../model/line-operations.ts';
import type { LineCommand, OperationResult } from '../model/line-operations.ts';
import type { EditedLine } from '../model/transcript-edits.slice.ts';
import { selectTranscript } from '../model/transcript-edits.slice.ts';
import { useTranscriptEdits } from '../model/use-transcript-parts.ts';
import { useAppStore } from '../../../store/hooks.ts';
import { Button } from '../../../components/ui/button.tsx';

/** The text and the field that covers it: the field grows with the text in every browser. */
const Growing = chakra('div', {
  base: {
    display: 'grid',
    minWidth: 0,
    mx: '-8px',
    '& > *': {
      gridArea: '1 / 1',
      px: '7px',
      py: '3px',
      border: '1px solid',
      borderColor: 'transparent',
      font: 'inherit',
      lineHeight: 'inherit',
      whiteSpace: 'pre-wrap',
      overflowWrap: 'anywhere',
    },
    '& > span': { visibility: 'hidden' },
    '& > textarea': {
      display: 'block',
      width: '100%',
      resize: 'none',
      overflow: 'hidden',
      borderRadius: 'sm',
      borderColor: 'line.strong',
      bg: 'surface',
      color: 'ink',
      _focusVisible: { borderColor: 'transparent', outlineOffset: '0' },
    },
    // A smaller text would make iPhones zoom the page.
    '@media (pointer: coarse)': { fontSize: '16px' },
  },
});

/** A press elsewhere ends editing after this time: the lines must not move before a click or double click has ended. */
const pressMs = 350;

interface LineEditorProps {
  edited: EditedLine;
  index: number;
  isLast: boolean;
  /** Focuses a line that is no longer edited. */
  onLeave: (index: number) => void;
}

/** The line that is edited: its time, its words in a field, and the tools. Typing renders nothing else. */
export function LineEditor({ edited, index, isLast, onLeave }: LineEditorProps) {
  const edits = useTranscriptEdits();
  const store = useAppStore();
  const playback = usePlayback();
  const { line } = edited;
  const [typed] = useState(() => edits.typedIn(line) ?? { text: line.text, caret: edited.caret });
  const [text, setText] = useState(typed.text);
  const [problem, setProblem] = useState('');
  const frame = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  /** Whether an input method has just ended a word. */
  const isComposed = useRef(false);
  const problemId = useId();
  const { recognised } = selectTranscript(store.getState(), edits.key);
  const restored = recognised ? restoreLine(edits.lines, index, recognised) : null;

  useLayoutEffect(() => {
    field.current?.focus({ preventScroll: true });
    field.current?.setSelectionRange(typed.caret, typed.caret);
    if (window.matchMedia('(pointer: coarse)').matches) frame.current?.scrollIntoView({ block: 'nearest' });
  }, [typed]);

  const leave = () => {
    edits.edit(null);
    onLeave(Math.min(index, edits.lines.length - 1));
  };
  const operate = (operation: OperationResult, done = '') => {
    const refused = edits.operate(operation);
    setProblem(refused);
    edits.announce(refused || done);
  };
  const go = (to: number) => {
    if (to < 0 || to >= edits.lines.length) leave();
    else edits.edit(to);
  };
  const join = (at: number) => {
    const [head, tail] = [edits.lines[at], edits.lines[at + 1]].map((each) => each?.text ?? '');
    operate(
      joinLines(edits.lines, at, at === index ? [text, tail ?? ''] : [head ?? '', text]),
      'The lines are joined.',
    );
  };

  const run = (command: LineCommand) => {
    const caret = field.current?.selectionStart ?? 0;
    if (command === 'next') go(index + 1);
    else if (command === 'previous') go(index - 1);
    else if (command === 'done') leave();
    else if (command === 'cancel') {
      edits.cancel();
      onLeave(index);
    } else if (command === 'split') operate(splitLine(edits.lines, index, text, caret), 'The line is split.');
    else if (command === 'join-previous') join(index - 1);
    else if (command === 'join-next') join(index);
    else if (command === 'play') playback.playSpan({ from: line.start, to: line.end });
    else if (command === 'restore' && restored) {
      operate({ change: restored, next: index, caret: 0 }, 'The original words are back.');
    } else if (command === 'undo' || command === 'redo') {
      const isDone = edits.step(command);
      edits.announce(isDone ? (command === 'undo' ? 'Undone.' : 'Redone.') : 'Nothing to undo.');
    }
  };

  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // Safari ends a composition before the key press that does it.
    const command = isComposed.current ? undefined : commandOf(event, text !== line.text);
    if (!command) return;
    event.preventDefault();
    event.stopPropagation();
    run(command);
  };
  const isPressed = useIsPressed();
  const blur = (event: FocusEvent) => {
    // The page, not the field, has lost the focus: the user comes back to the same place.
    if (document.activeElement === event.target) edits.storeDrafts();
    else if (!event.currentTarget.contains(event.relatedTarget)) {
      const end = () => {
        const now = selectTranscript(store.getState(), edits.key).edited;
        if (now === edited) edits.edit(null);
      };
      if (isPressed()) setTimeout(end, pressMs);
      else end();
    }
  };

  return (
    <chakra.div
      ref={frame}
      data-editor
      onBlur={blur}
      display="grid"
      gridTemplateColumns="var(--time-width) minmax(0, 1fr)"
      columnGap="3"
      px="3"
      py="6px"
      borderRadius="sm"
      bg="hover"
      fontSize="sm"
      lineHeight="1.5"
      // On phones the player is above the line, whatever scrolls.
      scrollMarginTop="calc(56vw + 120px)"
      scrollMarginBottom="24px"
      css={{ '@container (max-width: 299px)': { gridTemplateColumns: 'minmax(0, 1fr)' } }}
    >
      <chakra.span fontVariantNumeric="tabular-nums" whiteSpace="nowrap" py="4px" color="ink.muted">
        {formatDuration(line.start)}
      </chakra.span>
      <chakra.div minWidth="0">
        <Growing>
          <span aria-hidden>{`${text}\u200b`}</span>
          <textarea
            ref={field}
            rows={1}
            dir="auto"
            aria-label={`Words at ${formatDuration(line.start)}`}
            aria-describedby={problem ? problemId : undefined}
            enterKeyHint="next"
            maxLength={transcriptLineLimit}
            value={text}
            onChange={({ target }) => {
              // Enter saves. A pasted line break becomes a space, but the recogniser's own stay.
              const next = line.text.includes('\n')
                ? target.value
                : target.value.replaceAll(/\s*\n\s*/g, ' ');
              setText(next);
              setProblem('');
              edits.type(line, next, target.selectionStart);
            }}
            onKeyDown={press}
            onKeyUp={() => {
              isComposed.current = false;
            }}
            onCompositionEnd={() => {
              isComposed.current = true;
            }}
          />
        </Growing>
        {problem ? (
          <chakra.p id={problemId} fontSize="xs" color="caution" mt="1">
            {problem}
          </chakra.p>
        ) : null}
        <LineTools isFirst={index === 0} isLast={isLast} isRestorable={restored !== null} onRun={run} />
      </chakra.div>
    </chakra.div>
  );
}

/** Whether a pointer is pressed, asked at that moment. */
function useIsPressed(): () => boolean {
  const isPressed = useRef(false);
  useEffect(() => {
    const press = ({ type }: Event) => {
      isPressed.current = type === 'pointerdown';
    };
    const types = ['pointerdown', 'pointerup', 'pointercancel'];
    for (const type of types) document.addEventListener(type, press, { capture: true });
    return () => {
      for (const type of types) document.removeEventListener(type, press, { capture: true });
    };
  }, []);
  return () => isPressed.current;
}

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
    <chakra.div
      role="group"
      aria-label="Tools of the line"
      onMouseDown={(event) => {
        // The field keeps the focus and the caret.
        event.preventDefault();
      }}
      display="flex"
      flexWrap="wrap"
      alignItems="center"
      columnGap="1"
      mt="1"
      mx="-8px"
      color="ink.muted"
      css={{
        '& button': { minHeight: '32px', px: '2', gap: '1', fontSize: 'xs', fontWeight: 'regular' },
        '@media (pointer: coarse)': { '& button': { minHeight: '44px', minWidth: '44px' } },
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
    </chakra.div>
  );
}
