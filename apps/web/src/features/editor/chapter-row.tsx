import { chakra } from '@chakra-ui/react';
import { ChevronDown } from 'lucide-react';
import { useId } from 'react';
import type { CSSProperties } from 'react';
import { chapterHue } from '../../components/chapter-hue.ts';
import { IconButton } from '../../components/icon-button.tsx';
import type { ChapterSpan } from '../../lib/chapter-spans.ts';
import { formatDuration } from '../../lib/time-code.ts';
import { ChapterDetails } from './chapter-details.tsx';
import { TimeButton } from '../../components/player/time-button.tsx';
import { editorStrings as words } from './editor.strings.ts';

const Row = chakra('li', {
  base: {
    display: 'grid',
    gridTemplateColumns: {
      base: 'var(--time-width) minmax(0, 1fr) auto',
      lg: 'var(--time-width) minmax(0, 1fr) auto auto',
    },
    columnGap: { base: '2', md: '4' },
    alignItems: 'center',
    gridTemplateRows: 'minmax(48px, auto) auto',
    borderBottom: '1px solid',
    borderColor: 'line',
    // The chapter the page was opened for, as long as it plays.
    '&[data-arrival]': {
      bg: 'signal.wash',
      boxShadow: '-12px 0 0 var(--vault-colors-signal-wash), 12px 0 0 var(--vault-colors-signal-wash)',
    },
  },
});

/** Where in the video the chapter lies, as a mark on a thin line. */
function Place({ span, duration }: { span: ChapterSpan; duration: number }) {
  const share = (seconds: number) => `${String((seconds / Math.max(1, duration)) * 100)}%`;
  return (
    <chakra.span
      aria-hidden
      position="relative"
      display={{ base: 'none', lg: 'block' }}
      width="88px"
      height="6px"
      borderRadius="2px"
      bg="line"
      overflow="hidden"
    >
      <chakra.span
        position="absolute"
        top="0"
        bottom="0"
        minWidth="3px"
        borderRadius="2px"
        bg={chapterHue(span.index)}
        style={{ left: share(span.from), width: share(span.to - span.from) }}
      />
    </chakra.span>
  );
}

interface ChapterRowProps {
  span: ChapterSpan;
  duration: number;
  thumbnail: string;
  isNow: boolean;
  /** Whether the page was opened for it. */
  isArrival: boolean;
  isOpen: boolean;
  onToggle: () => void;
}

/** One chapter: a line when closed, with summary and quotes below it when open. */
export function ChapterRow({
  span,
  duration,
  thumbnail,
  isNow,
  isArrival,
  isOpen,
  onToggle,
}: ChapterRowProps) {
  const detailsId = useId();
  const time = formatDuration(span.from);
  return (
    <Row
      aria-current={isNow ? 'true' : undefined}
      data-arrival={(isArrival && isNow) || undefined}
      style={{ '--time-width': duration < 3600 ? '44px' : '68px' } as CSSProperties}
    >
      <TimeButton seconds={span.from} isNow={isNow} label={words.playFrom(time, span.title)} text={time} />
      <chakra.h3 fontSize="md" fontWeight="strong" lineHeight="1.35" py="2" overflowWrap="anywhere">
        {span.title}
      </chakra.h3>
      <Place span={span} duration={duration} />
      <IconButton
        label={words.expand(span.title)}
        aria-expanded={isOpen}
        aria-controls={detailsId}
        onClick={onToggle}
      >
        <ChevronDown
          aria-hidden
          style={{ transition: 'transform 150ms ease-out', transform: isOpen ? 'rotate(180deg)' : 'none' }}
        />
      </IconButton>
      <chakra.div id={detailsId} gridColumn={{ base: '1 / -1', sm: '2 / -1' }} hidden={!isOpen}>
        {isOpen ? <ChapterDetails span={span} thumbnail={thumbnail} /> : null}
      </chakra.div>
    </Row>
  );
}
