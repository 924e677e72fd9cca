import { chakra } from '@chakra-ui/react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { spanAt } from '../../lib/chapter-spans.ts';
import type { ChapterSpan } from '../../lib/chapter-spans.ts';
import { ChapterRow } from './chapter-row.tsx';
import { usePlaybackValue } from '../../components/player/playback.ts';
import { editorStrings as words } from './editor.strings.ts';

interface ChapterListProps {
  spans: readonly ChapterSpan[];
  duration: number;
  /** The video's thumbnail url; chapters show other moments of it. */
  thumbnail: string;
  /** The moment the page was opened for, in seconds: its chapter takes the keyboard. */
  startTime?: number;
}

/** All chapters, closed at first; the one that plays is marked. */
export function ChapterList({ spans, duration, thumbnail, startTime }: ChapterListProps) {
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const active = usePlaybackValue((seconds) => spanAt(spans, seconds));
  const list = useRef<HTMLOListElement>(null);
  const arrival = startTime === undefined ? -1 : spanAt(spans, startTime);
  const areAllOpen = open.size === spans.length;

  useEffect(() => {
    if (arrival < 0) return;
    const row = list.current?.children[arrival];
    row?.scrollIntoView({ block: 'center' });
    row?.querySelector('button')?.focus({ preventScroll: true });
  }, [arrival]);

  const toggle = (index: number) => {
    const next = new Set(open);
    if (!next.delete(index)) next.add(index);
    setOpen(next);
  };

  return (
    <section aria-label={words.chapters}>
      <chakra.div
        display="flex"
        justifyContent="space-between"
        alignItems="center"
        borderBottom="1px solid"
        borderColor="line.strong"
        pb="2"
      >
        <chakra.h2 fontSize="sm" fontWeight="strong" fontVariantNumeric="tabular-nums">
          {words.chapters} <chakra.span color="ink.muted">{spans.length}</chakra.span>
        </chakra.h2>
        <Button
          tone="quiet"
          size="small"
          mx="-3"
          aria-expanded={areAllOpen}
          onClick={() => {
            setOpen(new Set(areAllOpen ? [] : spans.map((span) => span.index)));
          }}
        >
          {areAllOpen ? words.collapseAll : words.expandAll}
        </Button>
      </chakra.div>
      <chakra.ol ref={list} listStyle="none" p="0" m="0">
        {spans.map((span) => (
          <ChapterRow
            key={span.index}
            span={span}
            duration={duration}
            thumbnail={thumbnail}
            isNow={span.index === active}
            isArrival={span.index === arrival}
            isOpen={open.has(span.index)}
            onToggle={() => {
              toggle(span.index);
            }}
          />
        ))}
      </chakra.ol>
    </section>
  );
}
