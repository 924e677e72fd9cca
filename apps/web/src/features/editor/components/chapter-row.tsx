import { chakra } from '@chakra-ui/react';
import { isPlainTitle } from '@vault/chapter-engine/plain-title';
import { chapterTextLimit } from '@vault/contracts';
import type { Chapter } from '@vault/contracts';
import { Link2, MessageSquareQuote, Scissors, Share2, TextSearch } from 'lucide-react';
import { memo, useId } from 'react';
import { chapterHue } from '../../../components/video/chapter-hue.ts';
import { TimeButton } from '../../../components/player/time-button.tsx';
import { formatDuration } from '../../../lib/format/format-time.ts';
import { RowMenu } from './row-menu.tsx';
import { StartEditor } from './start-editor.tsx';
import { ChapterDetails } from './chapter-details.tsx';
import { ChapterField } from './chapter-field.tsx';
import { wideForActions, ChapterAction } from './chapter-action.tsx';
import { useIsGenerating, useEditor } from '../model/editor-context.ts';
import { NameButton } from './name-button.tsx';
import { RovingTabStopContext, useRovingTabIndex } from './use-roving-tab-index.ts';
import { useCopyLink } from '../../../components/player/moment-link.ts';
import { shareLabel, useShareMoment } from '../../../components/player/moment-sharing.ts';
import { useClipRequests } from '../../../components/player/clip-requests.ts';
import type { TimeRange } from '../../../components/player/clip-requests.ts';
import { Spinner } from '../../../components/ui/spinner.tsx';
import { generationStrings } from '../../../components/generation/generation.strings.ts';
import { ExpandButton } from '../../../components/ui/expand-button.tsx';

const kinds = {
  quotes: {
    icon: MessageSquareQuote,
    label: 'Update quotes',
    word: 'Quotes',
    busyLabel: generationStrings.quotes.running,
  },
  search: {
    icon: TextSearch,
    label: 'Update search',
    word: 'Search',
    busyLabel: generationStrings.search.running,
  },
} as const;

/** Regenerates the quotes or the search text of one chapter. Shows a spinner while that runs, also for another page. */
function PromptButton({ kind, chapter }: { kind: keyof typeof kinds; chapter: Chapter }) {
  const { openPrompt } = useEditor();
  const isRunning = useIsGenerating(kind, chapter.start);
  const { icon: Icon, label, word, busyLabel } = kinds[kind];
  return (
    <ChapterAction
      label={isRunning ? busyLabel : label}
      word={word}
      chapterTitle={chapter.title}
      icon={isRunning ? <Spinner /> : <Icon aria-hidden />}
      isBusy={isRunning}
      control={kind}
      onClick={() => openPrompt(kind, chapter.start)}
    />
  );
}

const wideForPosition = '@container (min-width: 560px)';

const Row = chakra('li', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'var(--time-width) minmax(0, 1fr) auto',
    [wideForActions]: { gridTemplateColumns: 'var(--time-width) minmax(0, 1fr) auto auto', columnGap: '3' },
    [wideForPosition]: { gridTemplateColumns: 'var(--time-width) minmax(0, 1fr) 56px auto auto' },
    columnGap: '2',
    alignItems: 'center',
    gridAutoRows: 'auto',
    borderBottomWidth: '1px',
    // Rows outside the viewport are not rendered. The margin keeps outlines and highlights at the edges visible.
    contentVisibility: 'auto',
    containIntrinsicSize: 'auto 48px',
    overflowClipMargin: '12px',
    // The chapter of the time in the address, as long as it plays.
    '&[data-arrival]': {
      bg: 'hover',
      boxShadow: '-12px 0 0 var(--vault-colors-hover), 12px 0 0 var(--vault-colors-hover)',
    },
  },
});

const Actions = chakra('div', {
  base: {
    display: 'none',
    gridRow: 2,
    gridColumn: '2 / -1',
    flexWrap: 'wrap',
    '&[data-open]': { display: 'flex' },
    [wideForActions]: { display: 'flex', flexWrap: 'nowrap', gridRow: 'auto', gridColumn: 'auto' },
  },
});

const PositionBar = chakra('span', {
  base: {
    position: 'relative',
    display: 'none',
    [wideForPosition]: { display: 'block' },
    height: '6px',
    borderRadius: '2px',
    bg: 'line',
    overflow: 'hidden',
  },
});

interface ChapterRowProps {
  chapter: Chapter;
  index: number;
  /** Seconds. */
  from: number;
  to: number;
  duration: number;
  thumbnail: string;
  isNow: boolean;
  /** Whether it is the chapter of the time in the address. */
  isArrival: boolean;
  isOpen: boolean;
  /** Whether its start is edited in fields. */
  isStartEdited: boolean;
  onToggle: (start: string) => void;
}

/** The position of the chapter in the video, as a mark on a thin bar. */
function PositionInVideo({ from, to, duration, index }: Omit<ChapterRowProps, 'chapter'>) {
  const share = (seconds: number) => `${String((seconds / Math.max(1, duration)) * 100)}%`;
  return (
    <PositionBar aria-hidden data-drawn="place">
      <chakra.span
        position="absolute"
        top="0"
        bottom="0"
        minWidth="3px"
        borderRadius="2px"
        bg={chapterHue(index)}
        style={{ left: share(from), width: share(to - from) }}
      />
    </PositionBar>
  );
}

/** One chapter: a single row, followed by its details when expanded. Rendered again only when it changes. */
export const ChapterRow = memo(function ChapterRow({ chapter, ...rest }: ChapterRowProps) {
  const { from, to, thumbnail, isNow, isArrival, isOpen, isStartEdited, onToggle } = rest;
  const detailsId = useId();
  const isQuoting = useIsGenerating('quotes', chapter.start);
  const isSearching = useIsGenerating('search', chapter.start);
  const time = formatDuration(from);
  const { stop, ...following } = useRovingTabIndex();
  const tabIndexOf = (control: string) => (control === stop ? 0 : -1);
  return (
    <Row aria-current={isNow ? 'true' : undefined} data-arrival={(isArrival && isNow) || undefined}>
      <RovingTabStopContext value={stop}>
        <chakra.div role="toolbar" aria-label={`Chapter at ${time}`} display="contents" {...following}>
          <span data-control="play">
            <TimeButton
              seconds={from}
              isNow={isNow}
              tabIndex={tabIndexOf('play')}
              label={`Play from ${time}: ${chapter.title}`}
              text={time}
            />
          </span>
          <chakra.div data-control="title" minWidth="0" py="2">
            <chakra.h3 srOnly>{chapter.title}</chakra.h3>
            <ChapterField
              target={{ start: chapter.start, field: 'title' }}
              label={`Title of the chapter at ${time}`}
              value={chapter.title}
              isSingleLine
              isRequired
              tabIndex={tabIndexOf('title')}
              maxLength={chapterTextLimit}
              fontWeight="strong"
              lineHeight="1.35"
            />
            {isPlainTitle(chapter.title) ? <NameButton time={time} /> : null}
          </chakra.div>
          <PositionInVideo {...rest} />
          <Actions data-open={isOpen || isQuoting || isSearching || undefined}>
            <PromptButton kind="quotes" chapter={chapter} />
            <PromptButton kind="search" chapter={chapter} />
            <ChapterClip timeRange={{ from, to }} title={chapter.title} />
            <ChapterShare timeRange={{ from, to }} title={chapter.title} />
            <ChapterLink seconds={from} title={chapter.title} />
            <RowMenu chapter={chapter} index={rest.index} />
          </Actions>
          <ExpandButton
            label={`Show details of ${chapter.title}`}
            aria-expanded={isOpen}
            aria-controls={detailsId}
            data-control="open"
            tabIndex={tabIndexOf('open')}
            gridRow="1"
            gridColumn="-2"
            onClick={() => onToggle(chapter.start)}
          />
        </chakra.div>
      </RovingTabStopContext>
      {isStartEdited ? <StartEditor chapter={chapter} index={rest.index} /> : null}
      <chakra.div id={detailsId} gridColumn={{ base: '1 / -1', sm: '2 / -1' }} hidden={!isOpen}>
        {isOpen ? <ChapterDetails chapter={chapter} from={from} to={to} thumbnail={thumbnail} /> : null}
      </chakra.div>
    </Row>
  );
});

/** Copies a link to the start of a chapter, in seconds, that opens for the owner only. Renders nothing where there is no address to link to. */
function ChapterLink({ seconds, title }: { seconds: number; title: string }) {
  const copy = useCopyLink();
  if (!copy) return null;
  return (
    <ChapterAction
      label="Copy link (only you)"
      word="Your link"
      isWordHidden
      chapterTitle={title}
      icon={<Link2 aria-hidden />}
      control="link"
      onClick={() => copy(seconds)}
    />
  );
}

/** Copies a link to a chapter that works for anyone. Renders nothing where there is no video to share. */
function ChapterShare({ timeRange, title }: { timeRange: TimeRange; title: string }) {
  const sharing = useShareMoment();
  // A chapter that starts at the end of the video has nothing to play.
  if (!sharing || timeRange.to <= timeRange.from) return null;
  return (
    <ChapterAction
      label={shareLabel}
      word="Link"
      chapterTitle={title}
      icon={sharing.isBusy ? <Spinner /> : <Share2 aria-hidden />}
      isBusy={sharing.isBusy}
      control="share"
      onClick={() => void sharing.share('chapter', timeRange)}
    />
  );
}

/** Opens the clip popup with the span of a chapter. Renders nothing when the video cannot be cut. */
function ChapterClip({ timeRange, title }: { timeRange: TimeRange; title: string }) {
  const clips = useClipRequests();
  if (!clips) return null;
  return (
    <ChapterAction
      label="Clip this chapter"
      word="Clip"
      chapterTitle={title}
      icon={<Scissors aria-hidden />}
      control="clip"
      onClick={() => clips.open(timeRange)}
    />
  );
}
