import { chakra } from '@chakra-ui/react';
import type { Cue } from '@vault/webvtt';
import { memo } from 'react';
import { ClipThis } from '../../../components/player/clip-this.tsx';
import { CopyLink } from '../../../components/player/copy-link.tsx';
import { QuietActions } from '../../../components/ui/quiet-actions.tsx';
import type { LinePart } from '../model/find-in-lines.ts';
import { formatDuration } from '../../../lib/format/format-time.ts';
import { inForcedColors } from '../../../theme/forced-colors.ts';

const Line = chakra('button', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'var(--time-width) minmax(0, 1fr)',
    columnGap: '3',
    width: '100%',
    px: '3',
    py: '6px',
    borderRadius: 'sm',
    textAlign: 'start',
    fontSize: 'sm',
    lineHeight: '1.5',
    color: 'ink.muted',
    overflowWrap: 'anywhere',
    outlineOffset: '-2px !important',
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

interface TranscriptLineProps {
  cue: Cue;
  index: number;
  isNow: boolean;
  /** Whether this line is the tab stop. Exactly one line is. */
  isStop: boolean;
  /** The text split at search hits; undefined without a search. */
  parts: readonly LinePart[] | undefined;
  onPlay: (index: number) => void;
}

/** Shown over the end of its line; on touch screens only for the current line. */
const Actions = chakra(QuietActions, {
  base: {
    position: 'absolute',
    top: '1px',
    right: '3px',
    bg: 'surface',
    borderRadius: 'md',
    '@media (hover: none)': { display: 'none', '[data-now] + &': { display: 'flex' } },
  },
});

/** One line of the transcript. A click plays from there. */
export const TranscriptLine = memo(function TranscriptLine(props: TranscriptLineProps) {
  const { cue, index, isNow, isStop, parts, onPlay } = props;
  const tabIndex = isStop ? 0 : -1;
  return (
    <>
      <Line
        type="button"
        data-now={isNow || undefined}
        aria-current={isNow ? 'true' : undefined}
        tabIndex={tabIndex}
        onClick={() => {
          onPlay(index);
        }}
      >
        <chakra.span fontVariantNumeric="tabular-nums" whiteSpace="nowrap">
          {formatDuration(cue.start)}
        </chakra.span>
        <span dir="auto">
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
        </span>
      </Line>
      <Actions>
        <ClipThis
          label={`Clip what is said at ${formatDuration(cue.start)}`}
          tabIndex={tabIndex}
          timeRange={() => ({ from: cue.start, to: cue.end })}
        />
        <CopyLink tabIndex={tabIndex} seconds={cue.start} />
      </Actions>
    </>
  );
});
