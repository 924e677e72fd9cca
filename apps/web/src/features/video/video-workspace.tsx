import { chakra } from '@chakra-ui/react';
import type { VideoRecord } from '@vault/contracts';
import { useMemo, useState } from 'react';
import type { CSSProperties } from 'react';
import { VideoPlayer } from '../../components/player/video-player.tsx';
import { chapterSpans } from '../../lib/chapter-spans.ts';
import { formatDuration } from '../../lib/time-code.ts';
import { ChapterList } from './chapter-list.tsx';
import { PaneSwitch } from './pane-switch.tsx';
import type { Pane } from './pane-switch.tsx';
import { Playback, PlaybackContext } from './playback.ts';
import { PlayheadStrip } from './playhead-strip.tsx';
import { TranscriptPanel } from './transcript-panel.tsx';
import { PanelHandle } from './panel-handle.tsx';
import { usePanelWidth } from './use-panel-width.ts';
import { videoStrings as words } from './video.strings.ts';

const Columns = chakra('div', {
  base: {
    display: 'grid',
    px: { base: '0', md: '6', xl: '8' },
    py: { base: '0', md: '6' },
    columnGap: { md: '6', xl: '10' },
    alignItems: 'start',
    gridTemplateColumns: {
      base: 'minmax(0, 1fr)',
      md: 'minmax(300px, var(--panel-width)) minmax(0, 1fr)',
      xl: 'minmax(320px, var(--panel-width)) minmax(0, 1fr) minmax(280px, 340px)',
    },
  },
});

const PlayerColumn = chakra('div', {
  base: {
    position: 'sticky',
    top: { base: '64px', md: '88px' },
    zIndex: { base: 1, md: 'auto' },
    bg: 'canvas',
    minWidth: 0,
  },
});

/** A finished video: player, chapters and transcript, all on one clock. */
export function VideoWorkspace({ video }: { video: VideoRecord }) {
  const [playback] = useState(() => new Playback());
  const [pane, setPane] = useState<Pane>('chapters');
  const panel = usePanelWidth();
  const spans = useMemo(() => chapterSpans(video.chapters, video.duration), [video.chapters, video.duration]);
  const shownBelowWide = (name: Pane) => ({ base: pane === name ? 'block' : 'none', xl: 'block' });

  return (
    <PlaybackContext value={playback}>
      <Columns ref={panel.columns} style={{ '--panel-width': `${String(panel.percent)}%` } as CSSProperties}>
        <PlayerColumn>
          <VideoPlayer
            title={video.title}
            src={video.streamUrl}
            poster={video.thumbnail}
            storyboardUrl={video.storyboardUrl}
            captionsUrl={video.captionsUrl}
            chapters={spans}
            onElement={playback.attach}
          />
          <chakra.div px={{ base: '4', md: '0' }} pt="3">
            <PlayheadStrip spans={spans} duration={video.duration} />
            <chakra.h1
              mt="3"
              fontFamily="quote"
              fontSize={{ base: 'lg', md: 'xl' }}
              fontWeight="strong"
              lineHeight="1.2"
              letterSpacing="-0.01em"
              overflowWrap="anywhere"
            >
              {video.title || words.untitled}
            </chakra.h1>
            <chakra.p mt="1" fontSize="sm" color="ink.muted" fontVariantNumeric="tabular-nums">
              {formatDuration(video.duration)}
            </chakra.p>
            {video.summary ? (
              <chakra.p
                display={{ base: 'none', md: 'block' }}
                mt="3"
                fontSize="sm"
                color="ink.muted"
                maxWidth="65ch"
              >
                {video.summary}
              </chakra.p>
            ) : null}
            <PaneSwitch pane={pane} onChange={setPane} />
          </chakra.div>
          <PanelHandle panel={panel} />
        </PlayerColumn>
        <chakra.div
          minWidth="0"
          px={{ base: '4', md: '0' }}
          pt={{ base: '4', md: '0' }}
          pb="8"
          display={shownBelowWide('chapters')}
        >
          <ChapterList spans={spans} duration={video.duration} thumbnail={video.thumbnail} />
        </chakra.div>
        <chakra.div
          minWidth="0"
          px={{ base: '4', md: '0' }}
          pt={{ base: '4', md: '0' }}
          display={shownBelowWide('transcript')}
          position={{ xl: 'sticky' }}
          top="88px"
        >
          <TranscriptPanel video={video} />
        </chakra.div>
      </Columns>
    </PlaybackContext>
  );
}
