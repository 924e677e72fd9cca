import { chakra } from '@chakra-ui/react';
import { useVirtualizer } from '@tanstack/react-virtual';
import type { Cue } from '@vault/webvtt';
import { memo, useRef } from 'react';
import type { CSSProperties } from 'react';
import { PlaceRow } from '../../../components/ui/place-row.tsx';
import { VirtualRow } from '../../../components/ui/virtual-rows.tsx';
import { formatDuration } from '../../../lib/format/format-duration.ts';
import type { ReplacedPart } from '../../../lib/text/replaced-parts.ts';
import type { Place } from '../model/find-replace.ts';
import type { Replace } from '../model/use-replace.ts';

/** Characters of the line before the place: a long line begins later. */
const contextLength = 60;

/** The text of a line, with the words that are replaced. */
function partsOf({ text }: Cue, { from, to }: Place, replacement: string): ReplacedPart[] {
  const begin = from > contextLength ? text.lastIndexOf(' ', from - contextLength) + 1 : 0;
  return [
    { text: (begin > 0 ? '… ' : '') + text.slice(begin, from) },
    { text: text.slice(from, to), by: replacement },
    { text: text.slice(to) },
  ];
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
                label={`Replace “${cue.text.slice(place.from, place.to)}” at ${formatDuration(cue.start)}`}
                time={formatDuration(cue.start)}
                parts={partsOf(cue, place, replacement)}
                isChosen={replace.isChosen(place)}
                onChoose={(isChosen) => replace.choose(place, isChosen)}
              />
            </VirtualRow>
          );
        })}
      </ol>
    </chakra.div>
  );
});
