import { chakra } from '@chakra-ui/react';
import type { VideoRecord } from '@vault/contracts';
import { useMemo, useRef, useState } from 'react';
import type { CSSProperties, ReactNode } from 'react';
import { VideoPlayer } from '../../components/player/video-player.tsx';
import { chapterSpans } from '../../lib/chapter-spans.ts';
import type { ChapterSpan } from '../../lib/chapter-spans.ts';
import { formatDuration } from '../../lib/time-code.ts';
import { PaneSwitch } from './pane-switch.tsx';
import type { PaneName } from './pane-switch.tsx';
import { Playback, PlaybackContext } from '../../components/player/playback.ts';
import { PlayheadStrip } from './playhead-strip.tsx';
import { Shortcuts } from './shortcuts.tsx';
import { TranscriptPanel } from './transcript-panel.tsx';
import { PanelHandle } from './panel-handle.tsx';
import { usePanelWidth } from './use-panel-width.ts';
import { useStartTime } from './use-start-time.ts';
import { videoStrings as words } from './video.strings.ts';

const Columns = chakra('div', {
  base: {
    display: { base: 'block', md: 'grid' },
    px: { base: '0', md: '6', xl: '8' },
    py: { base: '0', md: '6' },
    columnGap: { md: '6', xl: '10' },
    alignItems: 'start',
    gridTemplateColumns: {
      md: 'minmax(300px, var(--panel-width)) minmax(0, 1fr)',
      xl: 'minmax(320px, var(--panel-width)) minmax(0, 1fr) minmax(280px, 340px)',
    },
  },
});

/** Beside the chapters the whole column stays in sight; on a phone only the player does, so the box dissolves. */
const PlayerColumn = chakra('div', {
  base: { display: { base: 'contents', md: 'block' }, position: { md: 'sticky' }, top: '88px', minWidth: 0 },
});

const Stage = chakra('div', {
  base: {
    position: { base: 'sticky', md: 'static' },
    top: '64px',
    zIndex: 1,
    bg: 'canvas',
    '& > :last-child': { px: { base: '4', md: '0' }, py: '2' },
  },
});

const Pane = chakra('div', {
  base: { minWidth: 0, px: { base: '4', md: '0' }, pt: { base: '4', md: '0' }, pb: '8' },
});

/** What the list of chapters needs to know of the page it stands in. */
export interface ChaptersPlace {
  readonly spans: readonly ChapterSpan[];
  /** Seconds. */
  readonly duration: number;
  /** The video's thumbnail url; chapters show other moments of it. */
  readonly thumbnail: string;
  /** The moment the page was opened for, in seconds. */
  readonly startTime: number | undefined;
}

interface VideoWorkspaceProps {
  video: VideoRecord;
  /** The chapters, beside the player and on its clock. */
  renderChapters: (place: ChaptersPlace) => ReactNode;
  /** What the page offers beside the player; it may ask for the player's position, in seconds. */
  renderTools?: (currentTime: () => number) => ReactNode;
}

/** A finished video: player, chapters and transcript, all on one clock. */
export function VideoWorkspace({ video, renderChapters, renderTools }: VideoWorkspaceProps) {
  const [playback] = useState(() => new Playback());
  const [pane, setPane] = useState<PaneName>('chapters');
  const columns = useRef<HTMLDivElement>(null);
  const panel = usePanelWidth(columns);
  const spans = useMemo(() => chapterSpans(video.chapters, video.duration), [video.chapters, video.duration]);
  const startTime = useStartTime(playback, video.duration);
  const about = video.description || video.summary;
  const shownBelowWide = (name: PaneName) => ({ base: pane === name ? 'block' : 'none', xl: 'block' });

  return (
    <PlaybackContext value={playback}>
      <Shortcuts spans={spans} />
      <Columns ref={columns} style={{ '--panel-width': `${String(panel.percent)}%` } as CSSProperties}>
        <PlayerColumn>
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
                {words.preparing}
              </chakra.p>
            )}
            <div>
              <PlayheadStrip spans={spans} duration={video.duration} />
            </div>
          </Stage>
          <chakra.div px={{ base: '4', md: '0' }}>
            <chakra.h1
              mt="1"
              fontFamily="quote"
              fontSize={{ base: 'lg', xl: 'xl' }}
              fontWeight="strong"
              lineHeight="1.2"
              letterSpacing="-0.01em"
              overflowWrap="anywhere"
            >
              {video.title || words.untitled}
            </chakra.h1>
            <chakra.div display="flex" alignItems="center" flexWrap="wrap" gap="3" mt="1">
              <chakra.p fontSize="sm" color="ink.muted" fontVariantNumeric="tabular-nums">
                {formatDuration(video.duration)}
              </chakra.p>
              {renderTools?.(() => playback.time)}
            </chakra.div>
            {about ? (
              <chakra.p
                display={{ base: 'none', md: 'block' }}
                mt="3"
                fontSize="sm"
                color="ink.muted"
                maxWidth="65ch"
              >
                {about}
              </chakra.p>
            ) : null}
            <PaneSwitch pane={pane} onChange={setPane} />
          </chakra.div>
          <PanelHandle panel={panel} />
        </PlayerColumn>
        <Pane display={shownBelowWide('chapters')}>
          {renderChapters({ spans, duration: video.duration, thumbnail: video.thumbnail, startTime })}
        </Pane>
        <Pane display={shownBelowWide('transcript')} position={{ xl: 'sticky' }} top="88px" pb="0">
          <TranscriptPanel video={video} />
        </Pane>
      </Columns>
    </PlaybackContext>
  );
}
