import { chakra } from '@chakra-ui/react';
import type { VideoRecord } from '@vault/contracts';
import { useCallback, useMemo, useRef, useState } from 'react';
import type { CSSProperties, ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { VideoPlayer } from '../../components/player/video-player.tsx';
import { chapterSpans } from '../../lib/chapter-spans.ts';
import type { ChapterSpan } from '../../lib/chapter-spans.ts';
import { formatDuration } from '../../lib/format-time.ts';
import { inTallWindow } from '../../lib/window-height.ts';
import { PaneSwitch, roomForBoth } from './pane-switch.tsx';
import type { PaneName } from './pane-switch.tsx';
import { MomentAddressContext } from '../../components/player/moment-link.ts';
import { Playback, PlaybackContext, usePlayback } from '../../components/player/playback.ts';
import { PlayheadStrip } from './playhead-strip.tsx';
import { Shortcuts } from './shortcuts.tsx';
import { SkipLinks, paneId } from './skip-links.tsx';
import { TranscriptPanel } from './transcript-panel.tsx';
import { PanelHandle } from './panel-handle.tsx';
import { usePanelWidth } from './use-panel-width.ts';
import { momentAddress, useStartTime } from './use-start-time.ts';
import { MutedText } from '../../components/muted-text.ts';

const Columns = chakra('div', {
  base: {
    '--inset': { base: '0px', md: '24px', xl: '32px' },
    display: { base: 'block', md: 'grid' },
    px: 'var(--inset)',
    py: { base: '0', md: '6' },
    columnGap: { md: '6', xl: '10' },
    alignItems: 'start',
    // The player's share refers to the width of the page.
    gridTemplateColumns: { md: 'calc((100% + 2 * var(--inset)) * var(--player-share)) minmax(0, 1fr)' },
  },
});

/** On wide screens the whole column is sticky. On phones only the player is, so this box has `display: contents`. */
const PlayerColumn = chakra('div', {
  base: {
    display: { base: 'contents', md: 'block' },
    [inTallWindow]: { position: { md: 'sticky' } },
    top: '88px',
    minWidth: 0,
  },
});

const Stage = chakra('div', {
  base: {
    [inTallWindow]: { position: { base: 'sticky', md: 'static' } },
    top: '64px',
    zIndex: 1,
    bg: 'canvas',
    '& > :last-child': { px: { base: '4', md: '0' }, py: '2' },
  },
});

/** Chapters and transcript. A container query on this width decides whether they stand side by side. */
const Reading = chakra('div', {
  base: { minWidth: 0, px: { base: '4', md: '0' }, containerType: 'inline-size' },
});

const Panes = chakra('div', {
  base: {
    [roomForBoth]: {
      display: 'grid',
      gridTemplateColumns: 'minmax(0, 1fr) clamp(240px, 34cqw, 360px)',
      columnGap: 'clamp(24px, 4cqw, 40px)',
      alignItems: 'start',
    },
  },
});

const Pane = chakra('div', {
  base: {
    display: 'none',
    minWidth: 0,
    pb: '8',
    outline: 'none',
    '&[data-shown]': { display: 'block' },
    [roomForBoth]: { display: 'block' },
  },
});

/** What the page passes to the list of chapters. */
export interface ChaptersSlot {
  readonly spans: readonly ChapterSpan[];
  /** Seconds. */
  readonly duration: number;
  /** The video's thumbnail url; chapters show other moments of it. */
  readonly thumbnail: string;
  /** The time in the address of the page, in seconds. */
  readonly startTime: number | undefined;
}

interface VideoWorkspaceProps {
  video: VideoRecord;
  /** Renders the chapters inside the playback context. */
  renderChapters: (slot: ChaptersSlot) => ReactNode;
  /** Buttons below the title. */
  tools?: ReactNode;
  /** Wraps the workspace inside the playback context. */
  wrap?: (workspace: ReactNode) => ReactNode;
}

function Player({ video, spans }: { video: VideoRecord; spans: readonly ChapterSpan[] }) {
  const playback = usePlayback();
  return (
    <Stage>
      {video.streamUrl ? (
        <VideoPlayer
          title={video.title}
          src={video.streamUrl}
          poster={video.thumbnail}
          storyboardUrl={video.storyboardUrl}
          captionsUrl={video.captionsUrl}
          chapters={spans}
          onElement={playback.attach}
        />
      ) : (
        <chakra.p role="status" px={{ base: '4', md: '0' }} py="6" color="ink.muted">
          The video is being prepared for playback.
        </chakra.p>
      )}
      <div>
        <PlayheadStrip spans={spans} duration={video.duration} />
      </div>
    </Stage>
  );
}

function About({ video, children }: { video: VideoRecord; children: ReactNode }) {
  // The summary is shown above the chapters: do not show a description that equals it.
  const about = video.description === video.summary ? '' : video.description;
  return (
    <chakra.div px={{ base: '4', md: '0' }} pb="3">
      <chakra.h1
        mt="1"
        fontFamily="quote"
        fontSize={{ base: 'lg', xl: 'xl' }}
        fontWeight="strong"
        lineHeight="1.2"
        letterSpacing="-0.01em"
        overflowWrap="anywhere"
      >
        {video.title || 'Untitled webinar'}
      </chakra.h1>
      <MutedText mt="1" fontVariantNumeric="tabular-nums">
        {formatDuration(video.duration)}
      </MutedText>
      <chakra.div display="flex" alignItems="center" flexWrap="wrap" gap="2" mt="3">
        {children}
      </chakra.div>
      {about ? (
        <MutedText display={{ base: 'none', md: 'block' }} mt="3" maxWidth="65ch" overflowWrap="anywhere">
          {about}
        </MutedText>
      ) : null}
    </chakra.div>
  );
}

/** A finished video: player, chapters and transcript, which share one playback state. */
export function VideoWorkspace({ video, renderChapters, tools, wrap }: VideoWorkspaceProps) {
  const [playback] = useState(() => new Playback());
  const [pane, setPane] = useState<PaneName>('chapters');
  const panel = usePanelWidth();
  const searchField = useRef<HTMLInputElement>(null);
  const spans = useMemo(() => chapterSpans(video.chapters, video.duration), [video.chapters, video.duration]);
  const startTime = useStartTime(playback, video.duration);
  const { uploadId } = video;
  const addressAt = useCallback((seconds: number) => momentAddress(uploadId, seconds), [uploadId]);

  const search = () => {
    flushSync(() => {
      setPane('transcript');
    });
    searchField.current?.focus();
    searchField.current?.select();
  };

  const workspace = (
    <>
      <SkipLinks
        onShow={(shown) => {
          flushSync(() => {
            setPane(shown);
          });
        }}
      />
      <Shortcuts spans={spans} onSearch={search} />
      <Columns style={{ '--player-share': String(panel.percent / 100) } as CSSProperties}>
        <PlayerColumn>
          <Player video={video} spans={spans} />
          <About video={video}>{tools}</About>
          <PanelHandle panel={panel} />
        </PlayerColumn>
        <Reading>
          <PaneSwitch pane={pane} onChange={setPane} />
          <Panes>
            <Pane id={paneId('chapters')} tabIndex={-1} data-shown={pane === 'chapters' || undefined}>
              {renderChapters({ spans, duration: video.duration, thumbnail: video.thumbnail, startTime })}
            </Pane>
            <Pane
              id={paneId('transcript')}
              tabIndex={-1}
              data-shown={pane === 'transcript' || undefined}
              css={{ [inTallWindow]: { position: { md: 'sticky' } } }}
              top="88px"
              pb="0"
            >
              <TranscriptPanel video={video} searchField={searchField} />
            </Pane>
          </Panes>
        </Reading>
      </Columns>
    </>
  );
  return (
    <PlaybackContext value={playback}>
      <MomentAddressContext value={addressAt}>{wrap ? wrap(workspace) : workspace}</MomentAddressContext>
    </PlaybackContext>
  );
}
