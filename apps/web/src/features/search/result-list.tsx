import { chakra } from '@chakra-ui/react';
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import type { Virtualizer } from '@tanstack/react-virtual';
import type { SearchAnswer, SearchResult, SpokenMoments } from '@vault/contracts';
import { useMemo, useState } from 'react';
import type { RefObject } from 'react';
import { ResultMoments } from './result-moments.tsx';
import { ResultRow } from './result-row.tsx';
import { searchStrings as words } from './search.strings.ts';

export type ResultRows = Virtualizer<HTMLDivElement, Element>;

/** Only rows near sight are in the document, and the one the keyboard is at, so that it never falls out of its hand. */
export function useResultRows(
  scroller: RefObject<HTMLDivElement | null>,
  count: number,
  focused: number,
): ResultRows {
  return useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => 142,
    overscan: 4,
    rangeExtractor: (range) => {
      const rows = defaultRangeExtractor(range);
      const isMissing = focused >= 0 && focused < count && !rows.includes(focused);
      return isMissing ? [...rows, focused].sort((a, b) => a - b) : rows;
    },
  });
}

/** The moments of each video that matched. */
function momentsOf(results: readonly SearchResult[]): ReadonlyMap<string, readonly number[]> {
  const moments = new Map<string, number[]>();
  for (const { id, at } of results) {
    if (at !== null) moments.set(id, [...(moments.get(id) ?? []), at]);
  }
  return moments;
}

/** For the first result of each video, when else it is said there. */
function spokenBeside({ results, spoken }: SearchAnswer): ReadonlyMap<number, SpokenMoments> {
  const beside = new Map<number, SpokenMoments>();
  for (const moments of spoken) {
    const index = results.findIndex(({ id }) => id === moments.id);
    const isShownAnyway = moments.total === 1 && results[index]?.field === 'transcript';
    if (index >= 0 && !isShownAnyway) beside.set(index, moments);
  }
  return beside;
}

/** Videos whose moments are listed; kept here, as rows out of sight are not in the document. */
function useOpenLists() {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const toggle = (id: string) => {
    setOpen((before) => {
      const after = new Set(before);
      if (!after.delete(id)) after.add(id);
      return after;
    });
  };
  return { open, toggle };
}

interface ResultListProps {
  answer: SearchAnswer;
  rows: ResultRows;
  onFocus: (index: number) => void;
}

/** Every match, best read from the top. */
export function ResultList({ answer, rows, onFocus }: ResultListProps) {
  const { results, terms } = answer;
  const moments = useMemo(() => momentsOf(results), [results]);
  const spoken = useMemo(() => spokenBeside(answer), [answer]);
  const { open, toggle } = useOpenLists();
  return (
    <chakra.ol
      aria-label={words.results}
      position="relative"
      listStyle="none"
      m="0"
      p="0"
      style={{ height: rows.getTotalSize() }}
    >
      {rows.getVirtualItems().map(({ index, start, key }) => {
        const result = results[index];
        if (!result) return null;
        const beside = spoken.get(index);
        const others = (moments.get(result.id) ?? []).filter((at) => at !== result.at);
        return (
          <li
            key={key}
            ref={rows.measureElement}
            data-index={index}
            aria-setsize={results.length}
            aria-posinset={index + 1}
            style={{
              position: 'absolute',
              insetInline: 0,
              top: 0,
              transform: `translateY(${String(start)}px)`,
            }}
          >
            <ResultRow
              result={result}
              terms={terms}
              others={others}
              onFocus={() => {
                onFocus(index);
              }}
            />
            {beside ? (
              <ResultMoments
                moments={beside}
                terms={terms}
                uploadId={result.uploadId}
                isOpen={open.has(result.id)}
                onToggle={() => {
                  toggle(result.id);
                }}
              />
            ) : null}
          </li>
        );
      })}
    </chakra.ol>
  );
}
