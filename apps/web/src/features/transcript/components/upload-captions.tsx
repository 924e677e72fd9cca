import type { VideoRecord } from '@vault/contracts';
import { Captions } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { transcriptStrings } from '../transcript.strings.ts';
import { ReplaceCaptions } from './replace-captions.tsx';

const nothing = { lines: [], correctedCount: 0 } as const;

/** Whether captions of a file can be used now: the video plays, and none are being made. */
function canHaveCaptions({
  playback_id: playbackId,
  captions,
  state,
  chaptersMissing,
}: VideoRecord): boolean {
  return playbackId !== '' && !chaptersMissing && (captions !== 'pending' || state === 'failed');
}

/** Gives captions to a video without any; renders nothing while it cannot have them. */
export function UploadCaptions({ video }: { video: VideoRecord }) {
  const [isOpen, setOpen] = useState(false);
  const close = () => {
    setOpen(false);
  };
  if (!canHaveCaptions(video)) return null;
  return (
    <>
      <Button
        icon={Captions}
        onClick={() => {
          setOpen(true);
        }}
      >
        {transcriptStrings.captions.upload}
      </Button>
      {isOpen ? (
        <ReplaceCaptions video={video} present={nothing} onReplaced={() => undefined} onClose={close} />
      ) : null}
    </>
  );
}
