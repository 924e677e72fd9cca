import { chakra } from '@chakra-ui/react';
import type { Cue } from '@vault/webvtt';
import { memo } from 'react';
import type { LinePart } from '../model/find-in-lines.ts';
import { formatDuration } from '../../../lib/format/format-duration.ts';
import { inForcedColors } from '../../../theme/forced-colors.ts';
import { transcriptStrings } from '../transcript.strings.ts';
import { LineActions } from './line-actions.tsx';

const { speakers: strings } = transcriptStrings;

/** Not a button element, because its text could not be selected. */
const Line = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'var(--time-width) minmax(0, 1fr)',
    columnGap: '3',
    width: '100%',
    cursor: 'pointer',
    px: '3',
    py: '6px',
    borderRadius: 'sm',
    textAlign: 'start',
    fontSize: 'sm',
    lineHeight: '1.5',
    color: 'ink.muted',
    overflowWrap: 'anywhere',
    outlineOffset: '-2px !important',
    '@media (hover: none)': { py: '11px' },
    _hover: { bg: 'hover', color: 'ink' },
    '&[data-now]': { color: 'ink', bg: 'hover' },
    '&[data-now] > :first-of-type': { color: 'signal', fontWeight: 'strong' },
    '& mark': {
      bg: 'caution.wash',
      color: 'ink',
      borderRadius: '2px',
      boxShadow: 'inset 0 -2px 0 var(--vault-colors-caution)',
      boxDecorationBreak: 'clone',
    },
    '& mark[data-chosen]': { bg: 'caution', color: 'canvas' },
    [inForcedColors]: {
      '&[data-now]': { forcedColorAdjust: 'none', bg: 'Highlight', color: 'HighlightText' },
      '&[data-now] > :first-of-type': { color: 'HighlightText' },
    },
  },
});

/** Above the first line of a turn, in line with its words. */
const Speaker = chakra('button', {
  base: {
    display: 'block',
    width: 'fit-content',
    maxWidth: '100%',
    minHeight: '28px',
    ms: 'calc(var(--time-width) + 16px)',
    px: '2',
    mt: '2',
    mb: '-2px',
    borderRadius: 'sm',
    textAlign: 'start',
    fontSize: 'xs',
    fontWeight: 'strong',
    lineHeight: '1.4',
    color: 'ink',
    overflowWrap: 'anywhere',
    cursor: 'pointer',
    // The line below would cover it.
    outlineOffset: '-2px !important',
    _hover: { bg: 'hover' },
    '&[data-unknown]': { color: 'ink.muted', fontWeight: 'regular', fontStyle: 'italic' },
    '@media (pointer: coarse)': { minHeight: '44px' },
  },
});

interface TranscriptLineProps {
  cue: Cue;
  /** Whether somebody else begins to speak with this line. */
  isTurn: boolean;
  index: number;
  isNow: boolean;
  /** Whether this line is the tab stop. Exactly one line is. */
  isStop: boolean;
  /** The text split at search hits; undefined without a search. */
  parts: readonly LinePart[] | undefined;
  /** Whether its words or times are not those of the recogniser. */
  isEdited: boolean;
  /** The user may not change it. */
  isFixed?: boolean;
  onPlay: (index: number) => void;
  /** @param caret characters before the place of a double click; undefined for a key */
  onEdit: (index: number, caret?: number) => void;
  /** Opens the dialog for the speaker. */
  onSpeaker: (index: number) => void;
}

/** One line of the transcript. A click plays from there; a double click, Enter or F2 edits it, S names its speaker. */
export const TranscriptLine = memo(function TranscriptLine(props: TranscriptLineProps) {
  const { cue, isTurn, index, isNow, isStop, parts, isEdited, isFixed, onPlay, onEdit, onSpeaker } = props;
  const tabIndex = isStop ? 0 : -1;
  return (
    <>
      {isTurn ? (
        <Speaker
          dir="auto"
          data-unknown={cue.speaker === undefined || undefined}
          {...(isFixed
            ? { as: 'p', cursor: 'default', _hover: {} }
            : {
                type: 'button',
                tabIndex,
                title: strings.change(formatDuration(cue.start)),
                onClick: () => onSpeaker(index),
              })}
        >
          {cue.speaker ?? strings.unknown}
        </Speaker>
      ) : null}
      <chakra.div position="relative">
        <Line
          role="button"
          data-now={isNow || undefined}
          aria-current={isNow ? 'true' : undefined}
          tabIndex={tabIndex}
          aria-keyshortcuts={isFixed ? undefined : 'Enter F2 S'}
          onClick={() => {
            // The end of a selection is no click.
            if (window.getSelection()?.isCollapsed ?? true) onPlay(index);
          }}
          onDoubleClick={({ clientX, clientY }) => {
            if (isFixed) return;
            const place =
              'caretPositionFromPoint' in document ? document.caretPositionFromPoint(clientX, clientY) : null;
            // The offset is one in the text of the line while no part of it is marked.
            onEdit(index, place?.offsetNode.textContent === cue.text ? place.offset : 0);
          }}
          onKeyDown={(event) => {
            if (event.key === ' ' || (isFixed && event.key === 'Enter')) {
              event.preventDefault();
              onPlay(index);
            }
            const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey;
            if (isFixed || !isPlain || (event.key !== 'Enter' && event.key !== 'F2')) return;
            event.preventDefault();
            onEdit(index);
          }}
        >
          <chakra.span fontVariantNumeric="tabular-nums" whiteSpace="nowrap" userSelect="none">
            {formatDuration(cue.start)}
          </chakra.span>
          <span dir="auto">
            {isTurn && cue.speaker !== undefined ? (
              <chakra.span srOnly userSelect="none">{`${cue.speaker}: `}</chakra.span>
            ) : null}
            <span data-words>
              {parts
                ? parts.map(({ text, hit }, position) =>
                    hit ? (
                      <mark key={position} data-chosen={hit === 'chosen' || undefined}>
                        {text}
                      </mark>
                    ) : (
                      <span key={position}>{text}</span>
                    ),
                  )
                : cue.text}
              {isEdited ? (
                <chakra.span
                  fontSize="xs"
                  color="ink.faint"
                  fontStyle="italic"
                  css={{ '[data-now] &': { color: 'inherit' } }}
                >
                  {' '}
                  edited
                </chakra.span>
              ) : null}
            </span>
          </span>
        </Line>
        <LineActions
          cue={cue}
          tabIndex={tabIndex}
          onEdit={() => onEdit(index)}
          onSpeaker={() => onSpeaker(index)}
        />
      </chakra.div>
    </>
  );
});
