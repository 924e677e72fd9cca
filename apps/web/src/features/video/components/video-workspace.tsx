import { chakra } from '@chakra-ui/react';
import type { VideoRecord } from '@vault/contracts';
import { useContext, useMemo, useState } from 'react';
import type { CSSProperties, ReactNode, RefObject } from 'react';
import { flushSync } from 'react-dom';
import { VideoPlayer } from '../../../components/player/video-player.tsx';
import { chapterSpans } from '../../../lib/video/chapter-spans.ts';
import type { ChapterSpan } from '../../../lib/video/chapter-spans.ts';
import { formatDuration } from '../../../lib/format/format-duration.ts';
import { useMedia } from '../../../lib/browser/use-media.ts';
import { inTallWindow } from '../../../lib/browser/window-height.ts';
import { PaneSwitch } from './pane-switch.tsx';
import type { PaneName } from './pane-switch.tsx';
import { CaptionsUrlContext } from '../../../components/player/captions-url.ts';
import { usePlayback } from '../../../components/player/playback.ts';
import { PlayheadStrip } from './playhead-strip.tsx';
import { Shortcuts } from './shortcuts.tsx';
import { SkipLinks, paneId } from './skip-links.tsx';
import { PanelHandle } from './panel-handle.tsx';
import { usePanelWidth } from '../model/use-panel-width.ts';
import { MutedText } from '../../../components/ui/muted-text.ts';
import { captionsLanguageOf } from '../../../lib/video/captions-language.ts';

/** The width that chapters and transcript need to stand side by side, and the space around the columns, in pixels. */
const readingPx = 696;
const aroundPx = 72;

/** The widest page without room for chapters beside the player, in pixels. */
const stackedBelow = (playerPercent: number) =>
  ((readingPx + aroundPx) / (1 - playerPercent / 100)).toFixed(2);

/** The player on the left, the transcript on the right, the chapters between them, or below both where they have no room. */
const Columns = chakra('div', {
  base: {
    '--inset': { base: '0px', md: '24px', xl: '32px' },
    display: { base: 'flex', md: 'grid' },
    flexDirection: 'column',
    px: 'var(--inset)',
    py: { base: '0', md: '6' },
    columnGap: { md: '6', xl: '10' },
    alignItems: { md: 'start' },
    // The player's share refers to the width of the page.
    '--player-width': 'calc((100% + 2 * var(--inset)) * var(--player-share))',
    gridTemplateColumns: {
      md: 'var(--player-width) minmax(0, 1fr) clamp(200px, (100% - var(--player-width)) * 0.34, 360px)',
    },
    gridTemplateAreas: { md: '"player chapters transcript"' },
    '--transcript-height': 'calc(100dvh - 112px)',
    '&[data-stacked=true]': {
      gridTemplateColumns: { md: 'var(--player-width) minmax(0, 1fr)' },
      gridTemplateAreas: { md: '"player transcript" "chapters chapters"' },
      '--transcript-height': 'max(320px, 44dvh)',
    },
  },
});

const isBeside = '[data-stacked=false] > &';

/**
 * Beside the chapters the whole column is sticky, and what does not fit below the player scrolls. On phones only the
 * player is sticky, so this box has `display: contents`.
 */
const PlayerColumn = chakra('div', {
  base: {
    gridArea: { md: 'player' },
    display: { base: 'contents', md: 'flex' },
    flexDirection: 'column',
    position: { md: 'relative' },
    [isBeside]: {
      [inTallWindow]: {
        position: { md: 'sticky' },
        top: '88px',
        maxHeight: { md: 'calc(100dvh - 112px)' },
      },
    },
    minWidth: 0,
  },
});

const Pane = chakra('div', {
  base: {
    display: { base: 'none', md: 'block' },
    minWidth: 0,
    px: { base: '4', md: '0' },
    outline: 'none',
    '&[data-shown]': { display: 'block' },
  },
});

interface VideoWorkspaceProps {
  video: VideoRecord;
  /** The buttons below the title. */
  tools: ReactNode;
  chapters: ReactNode;
  /** The transcript, whose search field is {@link searchField}. */
  transcript: ReactNode;
  searchField: RefObject<HTMLInputElement | null>;
  /** Gets the element below the player that holds the summary. */
  onSummaryPlace: (place: HTMLElement | null) => void;
  /** Gets the element over the strip under the player that holds the handles of the chapters. */
  onHandlePlace: (place: HTMLElement | null) => void;
}

interface PlayerProps {
  video: VideoRecord;
  spans: readonly ChapterSpan[];
  onHandlePlace: (place: HTMLElement | null) => void;
}

function Player({ video, spans, onHandlePlace }: PlayerProps) {
  const playback = usePlayback();
  const captionsUrl = useContext(CaptionsUrlContext) ?? video.captionsUrl;
  return (
    <chakra.div
      top="64px"
      zIndex="1"
      bg="canvas"
      css={{
        [inTallWindow]: { position: { base: 'sticky', md: 'static' } },
        '& > :last-child': { px: { base: '4', md: '0' }, py: '2' },
      }}
    >
      {video.streamUrl ? (
        <VideoPlayer
          title={video.title}
          src={video.streamUrl}
          poster={video.thumbnail}
          storyboardUrl={video.storyboardUrl}
          captionsUrl={captionsUrl}
          captionsLanguage={captionsLanguageOf(video)}
          chapters={spans}
          missingReason={video.failure?.reason}
          onElement={playback.attach}
        />
      ) : (
        <chakra.p role="status" px={{ base: '4', md: '0' }} py="6" color="ink.muted">
          The video is being prepared for playback.
        </chakra.p>
      )}
      <div>
        <PlayheadStrip spans={spans} duration={video.duration} onHandlePlace={onHandlePlace} />
      </div>
    </chakra.div>
  );
}

/** The tools in one row, with their words. */
const Tools = chakra('div', {
  base: {
    display: 'flex',
    borderWidth: '1px',
    borderRadius: 'md',
    '& > button': {
      flex: '1 1 auto',
      minHeight: '44px',
      px: '1',
      border: 'none',
      borderRadius: 'md',
      color: 'ink.muted',
      _hover: { color: 'ink' },
    },
    '@container (max-width: 239px)': { '& svg': { display: 'none' } },
  },
});

function About({ video, children }: { video: VideoRecord; children: ReactNode }) {
  // The summary is shown above the chapters: do not show a description that equals it.
  const about = video.description === video.summary ? '' : video.description;
  return (
    <chakra.div px={{ base: '4', md: '0' }} pb={{ base: '1', md: '3' }}>
      <chakra.div mt="1" display="flex" alignItems="baseline" justifyContent="space-between" columnGap="3">
        <chakra.h1
          fontFamily="quote"
          fontSize={{ base: 'lg', xl: 'xl' }}
          fontWeight="strong"
          lineHeight="1.2"
          letterSpacing="-0.01em"
          overflowWrap="anywhere"
        >
          {video.title || 'Untitled webinar'}
        </chakra.h1>
        <MutedText fontVariantNumeric="tabular-nums">{formatDuration(video.duration)}</MutedText>
      </chakra.div>
      <chakra.div mt={{ base: '2', md: '3' }} containerType="inline-size">
        <Tools>{children}</Tools>
      </chakra.div>
      {about ? (
        <MutedText display={{ base: 'none', md: 'block' }} mt="3" maxWidth="65ch" overflowWrap="anywhere">
          {about}
        </MutedText>
      ) : null}
    </chakra.div>
  );
}

/** A finished video: player, chapters and transcript. */
export function VideoWorkspace(props: VideoWorkspaceProps) {
  const { video, tools, chapters, transcript, searchField, onSummaryPlace, onHandlePlace } = props;
  const [pane, setPane] = useState<PaneName>('chapters');
  const panel = usePanelWidth();
  const spans = useMemo(() => chapterSpans(video.chapters, video.duration), [video.chapters, video.duration]);
  const isStacked = useMedia(`(max-width: ${stackedBelow(panel.percent)}px)`);

  const search = () => {
    flushSync(() => setPane('transcript'));
    searchField.current?.focus();
    searchField.current?.select();
  };

  return (
    <>
      <SkipLinks
        onShow={(shown) => {
          flushSync(() => setPane(shown));
        }}
      />
      <Shortcuts spans={spans} onSearch={search} />
      <Columns
        data-stacked={isStacked}
        style={{ '--player-share': String(panel.percent / 100) } as CSSProperties}
      >
        <PlayerColumn>
          <Player video={video} spans={spans} onHandlePlace={onHandlePlace} />
          <chakra.div
            display={{ base: 'contents', md: 'block' }}
            minHeight="0"
            overflowY="auto"
            // Keeps the focus rings at the edges visible.
            mx="-1"
            px="1"
          >
            <About video={video}>{tools}</About>
            <chakra.div ref={onSummaryPlace} px={{ base: '4', md: '0' }} order={1} />
          </chakra.div>
          <PanelHandle panel={panel} />
        </PlayerColumn>
        <PaneSwitch pane={pane} onChange={setPane} />
        <Pane
          id={paneId('chapters')}
          tabIndex={-1}
          data-shown={pane === 'chapters' || undefined}
          gridArea={{ md: 'chapters' }}
          pb="8"
        >
          {chapters}
        </Pane>
        <Pane
          id={paneId('transcript')}
          tabIndex={-1}
          data-shown={pane === 'transcript' || undefined}
          gridArea={{ md: 'transcript' }}
          css={{ [isBeside]: { [inTallWindow]: { position: { md: 'sticky' } } } }}
          top="88px"
        >
          {transcript}
        </Pane>
      </Columns>
    </>
  );
}
