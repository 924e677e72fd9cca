import type { VideoRecord } from '@vault/contracts';
import { formatWebVtt } from '@vault/webvtt';
import { useEffect, useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { revokeLater } from '../../../lib/browser/revoke-later.ts';
import { CaptionsUrlContext } from '../../../components/player/captions-url.ts';
import { SpeakerFilterContext } from '../../../components/video/speaker-filter.tsx';
import { useLeaveGuard } from '../../../components/ui/dialogs/use-leave-guard.tsx';
import { countSpeakers } from '../model/speakers.ts';
import {
  TranscriptEditsContext,
  useTranscriptParts,
  useTranscriptState,
} from '../model/use-transcript-parts.ts';
import { transcriptStrings as strings } from '../transcript.strings.ts';

interface TranscriptHostProps {
  video: VideoRecord;
  children: ReactNode;
}

/** Keeps the edits of the transcript, also while its panel is hidden, and gives the page their captions and speakers. */
export function TranscriptHost({ video, children }: TranscriptHostProps) {
  const edits = useTranscriptParts(video);
  const leaving = useMemo(
    () => ({ isUnsaved: () => edits.isAtRisk, isStuck: () => edits.isAtRisk }),
    [edits],
  );
  const leaveDialog = useLeaveGuard(leaving, strings.leaveText);
  return (
    <TranscriptEditsContext value={edits}>
      <PresentCaptions video={video}>
        <PresentSpeakers>{children}</PresentSpeakers>
      </PresentCaptions>
      {leaveDialog}
    </TranscriptEditsContext>
  );
}

/** The captions of the host have the recognised words: corrected or uploaded ones are shown instead, also before they are saved. */
function PresentCaptions({ video: { transcriptVersion }, children }: TranscriptHostProps) {
  const lines = useTranscriptState((state) => state.lines);
  const isEdited = useTranscriptState((state) => state.lines !== state.base);
  const isCorrected = lines.length > 0 && (transcriptVersion > 0 || isEdited);
  const url = useMemo(
    () =>
      isCorrected ? URL.createObjectURL(new Blob([formatWebVtt(lines)], { type: 'text/vtt' })) : undefined,
    [isCorrected, lines],
  );

  useEffect(
    () => () => {
      if (url !== undefined) revokeLater(url);
    },
    [url],
  );

  return <CaptionsUrlContext value={url}>{children}</CaptionsUrlContext>;
}

/** The speakers of the lines, and whose are shown. */
function PresentSpeakers({ children }: { children: ReactNode }) {
  const lines = useTranscriptState((state) => state.lines);
  const [name, choose] = useState<string>();
  const names = [...countSpeakers(lines).keys()].join('\n');
  const filter = useMemo(() => {
    const speakers = names === '' ? [] : names.split('\n');
    // A name that was changed is chosen no longer.
    const chosen = speakers.length > 1 && name !== undefined && speakers.includes(name) ? name : undefined;
    return { speakers, chosen, choose };
  }, [names, name]);
  return <SpeakerFilterContext value={filter}>{children}</SpeakerFilterContext>;
}
