import { chakra } from '@chakra-ui/react';
import type { VideoRecord } from '@vault/contracts';
import type { Cue } from '@vault/webvtt';
import { useCallback, useMemo, useRef, useState } from 'react';
import type { ReactNode, Ref } from 'react';
import { hasUnreadChapters } from '../../../api/chapters-fallback.ts';
import { Button } from '../../../components/ui/button.tsx';
import { usePlaybackValue } from '../../../components/player/playback.ts';
import { Switch } from '../../../components/ui/switch.tsx';
import { formatDuration } from '../../../lib/format/format-time.ts';
import { cuesOf } from '../../../lib/video/cues-of.ts';
import { lineAt } from '../model/line-at.ts';
import { TranscriptLines } from './transcript-lines.tsx';
import type { LinesHandle } from './transcript-lines.tsx';
import { TranscriptSearchBar } from './transcript-search-bar.tsx';
import { useTranscriptSearch } from '../model/use-transcript-search.ts';
import type { TranscriptSearch } from '../model/use-transcript-search.ts';

const Panel = chakra('section', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gridTemplateRows: 'auto auto minmax(0, 1fr)',
    position: 'relative',
    height: { base: 'max(360px, 64dvh)', md: 'var(--transcript-height)' },
  },
});

const Away = chakra('div', {
  base: {
    position: 'absolute',
    bottom: '3',
    left: '0',
    right: '0',
    mx: 'auto',
    width: 'fit-content',
    display: 'flex',
    alignItems: 'center',
    gap: '3',
    pl: '4',
    pr: '1',
    py: '1',
    bg: 'surface',
    border: '1px solid',
    borderColor: 'line.strong',
    borderRadius: 'full',
    fontSize: 'xs',
    whiteSpace: 'nowrap',
    fontVariantNumeric: 'tabular-nums',
    animation: 'rise-in 150ms ease-out',
    '& button': { borderRadius: 'full' },
  },
});

function emptyText(video: VideoRecord, isBroken: boolean): string {
  if (isBroken) return 'The transcript could not be loaded.';
  if (hasUnreadChapters(video))
    return 'The transcript cannot be shown at the moment. The page retries automatically.';
  if (video.captions === 'pending') return 'The transcript is not ready yet.';
  return video.captionsReason || 'Captions are not available for this video.';
}

/** Stops following the playback while the user moves through search hits. */
function readingAhead(search: TranscriptSearch, onReadAhead: () => void): TranscriptSearch {
  return {
    ...search,
    look: (keyword, firstLine) => {
      search.look(keyword, firstLine);
      if (keyword.trim() !== '') onReadAhead();
    },
    step: (by) => {
      search.step(by);
      onReadAhead();
    },
  };
}

/** The position of the playback. */
function Now() {
  return formatDuration(usePlaybackValue(Math.floor));
}

interface TranscriptProps {
  title: string;
  cues: readonly Cue[];
  searchField: Ref<HTMLInputElement>;
}

/** The lines with the follow switch and the search. */
function Transcript({ title, cues, searchField }: TranscriptProps) {
  const [isFollowing, setFollowing] = useState(true);
  const active = usePlaybackValue((seconds) => lineAt(cues, seconds));
  const lines = useRef<LinesHandle>(null);
  const readAhead = useCallback(() => {
    setFollowing(false);
  }, []);
  const follow = useCallback(() => {
    setFollowing(true);
  }, []);
  const search = readingAhead(useTranscriptSearch(cues), readAhead);

  return (
    <>
      <Heading title={title}>
        <Switch label="Follow playback" text="Follow" isOn={isFollowing} onChange={setFollowing} />
      </Heading>
      <TranscriptSearchBar
        ref={searchField}
        search={search}
        firstLine={() => lines.current?.firstLine() ?? 0}
      />
      <TranscriptLines
        ref={lines}
        cues={cues}
        active={active}
        index={search.index}
        hits={search.hits}
        chosen={search.chosen}
        isFollowing={isFollowing}
        onReadAhead={readAhead}
        onPlay={follow}
      />
      {isFollowing || active < 0 ? null : (
        <Away>
          <chakra.span color="ink.muted">
            Playing at <Now />
          </chakra.span>
          <Button size="small" onClick={follow}>
            Back to now
          </Button>
        </Away>
      )}
    </>
  );
}

function Heading({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <chakra.div
      display="flex"
      gap="3"
      justifyContent="space-between"
      alignItems="center"
      minHeight="45px"
      pb="2"
      borderBottom="1px solid"
      borderColor="line.strong"
    >
      <chakra.h2 dir="auto" fontSize="sm" fontWeight="strong" truncate title={title}>
        {title}
      </chakra.h2>
      {children}
    </chakra.div>
  );
}

interface TranscriptPanelProps {
  video: VideoRecord;
  /** The search field of the transcript. */
  searchField: Ref<HTMLInputElement>;
}

/** The transcript, line by line. It follows the playback until the user scrolls or searches. */
export function TranscriptPanel({ video, searchField }: TranscriptPanelProps) {
  const cues = useMemo(() => cuesOf(video.vtt ?? ''), [video.vtt]);
  const title = video.title || 'Transcript';
  return (
    <Panel aria-label="Transcript">
      {cues?.length ? (
        <Transcript title={title} cues={cues} searchField={searchField} />
      ) : (
        <>
          <Heading title={title} />
          <chakra.p py="4" color="ink.muted">
            {emptyText(video, cues === null)}
          </chakra.p>
        </>
      )}
    </Panel>
  );
}
