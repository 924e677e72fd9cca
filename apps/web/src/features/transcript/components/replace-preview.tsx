import { chakra } from '@chakra-ui/react';
import { useVirtualizer } from '@tanstack/react-virtual';
import type { Cue } from '@vault/webvtt';
import { memo, useRef } from 'react';
import type { CSSProperties } from 'react';
import { VirtualRow } from '../../../components/ui/virtual-rows.tsx';
import { formatDuration } from '../../../lib/format/format-time.ts';
import type { Place } from '../model/find-replace.ts';
import type { Replace } from '../model/use-replace.ts';

const Row = chakra('label', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'auto var(--time-width) minmax(0, 1fr)',
    columnGap: '3',
    alignItems: 'baseline',
    px: '3',
    py: '6px',
    fontSize: 'sm',
    lineHeight: '1.5',
    color: 'ink.muted',
    overflowWrap: 'anywhere',
    cursor: 'pointer',
    _hover: { bg: 'hover' },
    '& input': { accentColor: 'var(--vault-colors-ink)' },
    '& del': { textDecorationThickness: '1px' },
    '& ins': {
      textDecoration: 'none',
      ms: '4px',
      bg: 'caution.wash',
      color: 'ink',
      boxShadow: 'inset 0 -2px 0 var(--vault-colors-caution)',
      borderRadius: '2px',
    },
    '&:not(:has(:checked)) ins': { display: 'none' },
    '&:not(:has(:checked)) del': { textDecoration: 'none' },
    '@media (pointer: coarse)': { minHeight: '44px' },
    '@media (forced-colors: active)': { '& ins': { textDecoration: 'underline' } },
  },
});

interface PlaceRowProps {
  cue: Cue;
  place: Place;
  replacement: string;
  isChosen: boolean;
  onChoose: (place: Place, isChosen: boolean) => void;
}

/** Characters of the line before the place: a long line begins later. */
const contextLength = 60;

function PlaceRow({ cue, place: { line, from, to }, replacement, isChosen, onChoose }: PlaceRowProps) {
  const begin = from > contextLength ? cue.text.lastIndexOf(' ', from - contextLength) + 1 : 0;
  const old = cue.text.slice(from, to);
  const time = formatDuration(cue.start);
  return (
    <Row>
      <input
        type="checkbox"
        aria-label={`Replace “${old}” at ${time}`}
        checked={isChosen}
        onChange={(event) => {
          onChoose({ line, from, to }, event.target.checked);
        }}
      />
      <chakra.span fontVariantNumeric="tabular-nums">{time}</chakra.span>
      <span dir="auto">
        {begin > 0 ? '… ' : ''}
        {cue.text.slice(begin, from)}
        <del>{old}</del>
        {replacement === '' ? null : <ins>{replacement}</ins>}
        {cue.text.slice(to)}
      </span>
    </Row>
  );
}

/** Every place of the searched words, each with what it becomes. */
export const ReplacePreview = memo(function ReplacePreview({
  cues,
  replace,
}: {
  cues: readonly Cue[];
  replace: Replace;
}) {
  const scroller = useRef<HTMLDivElement>(null);
  const { places, replacement } = replace;
  const rows = useVirtualizer({
    count: places.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 33,
    overscan: 8,
  });
  return (
    <chakra.div
      ref={scroller}
      overflowY="auto"
      py="2"
      mx="-3"
      css={{ overscrollBehavior: 'contain', contain: 'strict' }}
      style={{ '--time-width': (cues.at(-1)?.end ?? 0) < 3600 ? '44px' : '64px' } as CSSProperties}
    >
      {places.length === 0 ? (
        <chakra.p px="3" fontSize="sm" color="ink.muted">
          No such words in a line.
        </chakra.p>
      ) : null}
      <ol
        aria-label="Places to replace"
        style={{
          height: rows.getTotalSize(),
          position: 'relative',
          margin: 0,
          padding: 0,
          listStyle: 'none',
        }}
      >
        {rows.getVirtualItems().map((row) => {
          const place = places[row.index];
          const cue = place && cues[place.line];
          if (!cue) return null;
          return (
            <VirtualRow key={row.key} row={row} count={places.length} ref={rows.measureElement}>
              <PlaceRow
                cue={cue}
                place={place}
                replacement={replacement}
                isChosen={replace.isChosen(place)}
                onChoose={replace.choose}
              />
            </VirtualRow>
          );
        })}
      </ol>
    </chakra.div>
  );
});
