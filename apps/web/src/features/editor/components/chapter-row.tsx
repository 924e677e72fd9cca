import { chakra } from '@chakra-ui/react';
import { isPlainTitle } from '@vault/chapter-engine/plain-title';
import { chapterTextLimit } from '@vault/contracts';
import type { Chapter } from '@vault/contracts';
import { Link2, Scissors } from 'lucide-react';
import { memo, useId } from 'react';
import { chapterHue } from '../../../components/video/chapter-hue.ts';
import { ChapterStrip, StripMark } from '../../../components/video/chapter-strip.tsx';
import { TimeButton } from '../../../components/player/time-button.tsx';
import { formatDuration } from '../../../lib/format/format-duration.ts';
import { RowMenu } from './row-menu.tsx';
import { StartEditor } from './start-editor.tsx';
import { ChapterDetails } from './chapter-details.tsx';
import { ChapterField } from './chapter-field.tsx';
import { ChapterAction, NameButton } from './chapter-buttons.tsx';
import { useIsGenerating } from '../model/editor-context.ts';
import { useRovingTabIndex } from './use-roving-tab-index.ts';
import { shareLabel, useClipRequests, useShareMoment } from '../../../components/player/moment-actions.ts';
import type { TimeRange } from '../../../components/player/moment-actions.ts';
import { Spinner } from '../../../components/ui/spinner.tsx';
import { generationStrings } from '../../../components/generation/generation.strings.ts';
import { ExpandButton } from '../../../components/ui/icon-button.tsx';
import { useMay } from '../../../api/workspaces/permissions.ts';

/** From this width on the actions of a chapter stand beside its title; below it they appear when it is expanded. */
const wideForActions = '@container (min-width: 500px)';

const Row = chakra('li', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'var(--time-width) minmax(0, 1fr) auto',
    [wideForActions]: { gridTemplateColumns: 'var(--time-width) minmax(0, 1fr) 172px auto', columnGap: '3' },
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

/** The row under the pointer or with the focus, the one that plays, and an expanded one on a touch screen. */
const whenActive = (styles: object) => ({
  '[data-row]:is(:hover, :focus-within, [data-playing]) &': styles,
  '@media (hover: none)': { '[data-open] &': styles },
});

/** In the place of the strip while the row is active. */
const Actions = chakra('div', {
  base: {
    display: 'none',
    gridRow: 2,
    gridColumn: '2 / -1',
    ml: '-2',
    '[data-open] &': { display: 'flex' },
    [wideForActions]: {
      display: 'flex',
      justifyContent: 'flex-end',
      ml: '0',
      gridRow: 1,
      gridColumn: 3,
      opacity: 0,
      ...whenActive({ opacity: 1 }),
    },
  },
});

const Place = chakra('div', {
  base: {
    display: 'none',
    gridRow: 1,
    gridColumn: 3,
    [wideForActions]: { display: 'block' },
    ...whenActive({ '&:not([data-busy])': { visibility: 'hidden' } }),
    '&[data-busy]': {
      gridRow: 2,
      gridColumn: '2 / -1',
      display: 'flex',
      alignItems: 'center',
      gap: '2',
      pb: '2',
      fontSize: 'xs',
      color: 'ink.muted',
    },
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
  /** Whether the player plays it. */
  isPlaying: boolean;
  /** Whether it is the chapter of the time in the address. */
  isArrival: boolean;
  isOpen: boolean;
  /** Whether its start is edited in fields. */
  isStartEdited: boolean;
  onToggle: (start: string) => void;
}

/** The position of the chapter in the video, as a mark on a thin bar. */
function PositionInVideo({
  from,
  to,
  duration,
  index,
}: Pick<ChapterRowProps, 'from' | 'to' | 'duration' | 'index'>) {
  const share = (seconds: number) => seconds / Math.max(1, duration);
  return (
    <ChapterStrip data-drawn="place" spans={[]} borderRadius="2px" bg="line" overflow="hidden">
      <StripMark from={share(from)} to={share(to)} bg={chapterHue(index)} />
    </ChapterStrip>
  );
}

/** One chapter: a single row, followed by its details when expanded. Rendered again only when it changes. */
export const ChapterRow = memo(function ChapterRow({ chapter, ...rest }: ChapterRowProps) {
  const { from, to, thumbnail, isNow, isPlaying, isArrival, isOpen, isStartEdited, onToggle } = rest;
  const detailsId = useId();
  const time = formatDuration(from);
  const { tabIndexOf, ...following } = useRovingTabIndex();
  const mayEdit = useMay()('library.edit');
  return (
    <Row
      data-row
      data-open={isOpen || undefined}
      data-playing={isPlaying || undefined}
      aria-current={isNow ? 'true' : undefined}
      data-arrival={(isArrival && isNow) || undefined}
    >
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
          {mayEdit ? <chakra.h3 srOnly>{chapter.title}</chakra.h3> : null}
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
          {mayEdit && isPlainTitle(chapter.title) ? (
            <NameButton time={time} tabIndex={tabIndexOf('name')} />
          ) : null}
        </chakra.div>
        <RowPlace chapter={chapter} {...rest} />
        <Actions>
          <ChapterClip timeRange={{ from, to }} title={chapter.title} tabIndex={tabIndexOf('clip')} />
          <ChapterShare timeRange={{ from, to }} title={chapter.title} tabIndex={tabIndexOf('share')} />
          <RowMenu chapter={chapter} index={rest.index} tabIndex={tabIndexOf('more')} />
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
      {isStartEdited ? <StartEditor chapter={chapter} index={rest.index} /> : null}
      <chakra.div id={detailsId} gridColumn={{ base: '1 / -1', sm: '2 / -1' }} hidden={!isOpen}>
        {isOpen ? <ChapterDetails chapter={chapter} from={from} to={to} thumbnail={thumbnail} /> : null}
      </chakra.div>
    </Row>
  );
});

/** Where the chapter is in the video; while its quotes or its search text are updated, also by another page, that. */
function RowPlace({
  chapter: { start },
  ...place
}: Parameters<typeof PositionInVideo>[0] & { chapter: Chapter }) {
  const isQuoting = useIsGenerating('quotes', start);
  const isSearching = useIsGenerating('search', start);
  if (!isQuoting && !isSearching)
    return (
      <Place>
        <PositionInVideo {...place} />
      </Place>
    );
  const { quotes, search } = generationStrings;
  return (
    <Place data-busy role="status">
      <Spinner />
      {isQuoting ? quotes.running : search.running}
    </Place>
  );
}

interface MomentActionProps {
  timeRange: TimeRange;
  title: string;
  tabIndex: 0 | -1;
}

/** Copies a link to a chapter that works for anyone. Renders nothing where there is no video to share. */
function ChapterShare({ timeRange, title, tabIndex }: MomentActionProps) {
  const sharing = useShareMoment();
  // A chapter that starts at the end of the video has nothing to play.
  if (!sharing || timeRange.to <= timeRange.from) return null;
  return (
    <ChapterAction
      label={shareLabel}
      word="Link"
      chapterTitle={title}
      icon={Link2}
      isBusy={sharing.isBusy}
      control="share"
      tabIndex={tabIndex}
      onClick={() => void sharing.share('chapter', timeRange)}
    />
  );
}

/** Opens the clip popup with the span of a chapter. Renders nothing when the video cannot be cut. */
function ChapterClip({ timeRange, title, tabIndex }: MomentActionProps) {
  const clips = useClipRequests();
  if (!clips) return null;
  return (
    <ChapterAction
      label="Clip this chapter"
      word="Clip"
      chapterTitle={title}
      icon={Scissors}
      control="clip"
      tabIndex={tabIndex}
      onClick={() => clips.open(timeRange)}
    />
  );
}
