import { chakra } from '@chakra-ui/react';
import { useVirtualizer } from '@tanstack/react-virtual';
import type { Virtualizer } from '@tanstack/react-virtual';
import type { SearchAnswer, SearchResult, SpokenMoments } from '@vault/contracts';
import { useMemo, useState } from 'react';
import type { RefObject } from 'react';
import { VirtualRow, rowsWith } from '../../../components/ui/virtual-rows.tsx';
import { ResultMoments } from './result-moments.tsx';
import { ResultRow } from './result-row.tsx';

export type ResultRows = Virtualizer<HTMLDivElement, Element>;

/** Only rows near the viewport are in the document, and the row with the focus, so that the focus is not lost. */
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
    rangeExtractor: (range) => rowsWith(range, [focused]),
  });
}

/** The times of the matches in each video, in seconds. */
function momentsOf(results: readonly SearchResult[]): ReadonlyMap<string, readonly number[]> {
  const moments = new Map<string, number[]>();
  for (const { id, at } of results) {
    if (at !== null) moments.set(id, [...(moments.get(id) ?? []), at]);
  }
  return moments;
}

/** The spoken matches of each video, by the index of its first result. */
function spokenBeside({ results, spoken }: SearchAnswer): ReadonlyMap<number, SpokenMoments> {
  const beside = new Map<number, SpokenMoments>();
  for (const moments of spoken) {
    const index = results.findIndex(({ id }) => id === moments.id);
    const isShownAnyway = moments.total === 1 && results[index]?.field === 'transcript';
    if (index >= 0 && !isShownAnyway) beside.set(index, moments);
  }
  return beside;
}

/** Videos whose spoken matches are expanded. Kept here, because rows are unmounted when scrolled away. */
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

/** All matches in the order of the server. */
export function ResultList({ answer, rows, onFocus }: ResultListProps) {
  const { results, terms } = answer;
  const moments = useMemo(() => momentsOf(results), [results]);
  const spoken = useMemo(() => spokenBeside(answer), [answer]);
  const { open, toggle } = useOpenLists();
  return (
    <chakra.ol aria-label="Results" position="relative" style={{ height: rows.getTotalSize() }}>
      {rows.getVirtualItems().map((row) => {
        const { index, key } = row;
        const result = results[index];
        if (!result) return null;
        const beside = spoken.get(index);
        const others = (moments.get(result.id) ?? []).filter((at) => at !== result.at);
        return (
          <VirtualRow key={key} row={row} count={results.length} ref={rows.measureElement}>
            <ResultRow result={result} terms={terms} others={others} onFocus={() => onFocus(index)} />
            {beside ? (
              <ResultMoments
                moments={beside}
                terms={terms}
                uploadId={result.uploadId}
                isOpen={open.has(result.id)}
                onToggle={() => toggle(result.id)}
              />
            ) : null}
          </VirtualRow>
        );
      })}
    </chakra.ol>
  );
}
