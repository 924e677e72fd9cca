import { chakra } from '@chakra-ui/react';
import type { VideoRecord } from '@vault/contracts';
import { useMemo, useState } from 'react';
import { Switch } from '../../components/switch.tsx';
import { cuesOf } from './cues-of.ts';
import { TranscriptLines } from './transcript-lines.tsx';
import { videoStrings as words } from './video.strings.ts';

function emptyText(video: VideoRecord, isBroken: boolean): string {
  if (isBroken) return words.brokenTranscript;
  if (video.captions === 'pending') return words.pendingTranscript;
  return video.captionsReason || words.noTranscript;
}

/** What is said, line by line, following the player unless the reader would rather read ahead. */
export function TranscriptPanel({ video }: { video: VideoRecord }) {
  const [isFollowing, setFollowing] = useState(true);
  const cues = useMemo(() => cuesOf(video.vtt ?? ''), [video.vtt]);

  return (
    <chakra.section
      aria-label={words.transcript}
      display="grid"
      gridTemplateRows="auto minmax(0, 1fr)"
      gridTemplateColumns="minmax(0, 1fr)"
      height={{ base: 'max(360px, 64dvh)', xl: 'calc(100dvh - 64px - 48px)' }}
    >
      <chakra.div
        display="flex"
        gap="3"
        justifyContent="space-between"
        alignItems="center"
        minHeight="40px"
        pb="2"
        borderBottom="1px solid"
        borderColor="line.strong"
      >
        <chakra.h2 fontSize="sm" fontWeight="strong" truncate title={video.title || words.transcript}>
          {video.title || words.transcript}
        </chakra.h2>
        {cues?.length ? <Switch label={words.follow} isOn={isFollowing} onChange={setFollowing} /> : null}
      </chakra.div>
      {cues?.length ? (
        <TranscriptLines
          cues={cues}
          isFollowing={isFollowing}
          onReadAhead={() => {
            setFollowing(false);
          }}
        />
      ) : (
        <chakra.p py="4" color="ink.muted">
          {emptyText(video, cues === null)}
        </chakra.p>
      )}
    </chakra.section>
  );
}
