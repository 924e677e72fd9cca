import { chakra } from '@chakra-ui/react';
import type { VideoRecord } from '@vault/contracts';
import { AudioLines, Captions } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { transcriptStrings } from '../transcript.strings.ts';
import { RecogniseAgain } from './recognise-again.tsx';
import { ReplaceCaptions } from './replace-captions.tsx';
import { useMay } from '../../../api/workspaces/permissions.ts';

const strings = transcriptStrings.captions;
const nothing = { lines: [], work: { corrected: 0, named: 0 } } as const;

/** Whether captions of a file can be used now: the video plays, and none are being made. */
function canHaveCaptions({
  playback_id: playbackId,
  captions,
  state,
  chaptersMissing,
}: VideoRecord): boolean {
  return playbackId !== '' && !chaptersMissing && (captions !== 'pending' || state === 'failed');
}

/** Whether the host can recognise the words now. */
function canBeRecognised({ canChooseLanguage, state, failure }: VideoRecord): boolean {
  return canChooseLanguage === true && (state === 'ready' || failure?.step === 'captioning');
}

/** Gives captions to a video without any, from a file or recognised again; renders nothing while it cannot have them. */
export function UploadCaptions({ video }: { video: VideoRecord }) {
  const [opened, setOpened] = useState<'upload' | 'recognise' | null>(null);
  const close = () => setOpened(null);
  const may = useMay();
  if (!canHaveCaptions(video) || !may('library.edit')) return null;
  return (
    <>
      <chakra.div display="flex" flexWrap="wrap" gap="2">
        <Button icon={Captions} onClick={() => setOpened('upload')}>
          {strings.upload}
        </Button>
        {canBeRecognised(video) ? (
          <Button icon={AudioLines} onClick={() => setOpened('recognise')}>
            {strings.recognise}
          </Button>
        ) : null}
      </chakra.div>
      {opened === 'upload' ? (
        <ReplaceCaptions video={video} present={nothing} onReplaced={() => undefined} onClose={close} />
      ) : null}
      {opened === 'recognise' ? <RecogniseAgain video={video} present={nothing} onClose={close} /> : null}
    </>
  );
}
