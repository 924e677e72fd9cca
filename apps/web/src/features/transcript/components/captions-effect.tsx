import { chakra } from '@chakra-ui/react';
import type { VideoRecord } from '@vault/contracts';
import { formatSrt, formatWebVtt } from '@vault/webvtt';
import type { Cue } from '@vault/webvtt';
import { Button } from '../../../components/ui/button.tsx';
import { MutedText } from '../../../components/ui/muted-text.ts';
import { saveText } from '../../../lib/browser/save-file.ts';
import { fileName } from '../../../lib/text/file-name.ts';
import type { WorkOfPeople } from '../model/work-of-people.ts';
import { transcriptStrings } from '../transcript.strings.ts';

const strings = transcriptStrings.captions;

/** The captions that others take the place of. */
export interface CaptionsBefore {
  readonly lines: readonly Cue[];
  readonly work: WorkOfPeople;
}

interface CaptionsEffectProps {
  readonly video: VideoRecord;
  readonly present: CaptionsBefore;
  /** What happens to the present captions, as a sentence. */
  readonly effect: string;
}

/** What is replaced, what is lost, and a copy of it. */
export function CaptionsEffect({ video, present: { lines, work }, effect }: CaptionsEffectProps) {
  const lossText = strings.lost(work.corrected, work.named);
  const save = (kind: 'vtt' | 'srt') => () => {
    const name = fileName(video.title, `${strings.fileSuffix}.${kind}`);
    if (kind === 'vtt') saveText(formatWebVtt(lines), name, 'text/vtt;charset=utf-8');
    else saveText(formatSrt(lines), name, 'application/x-subrip;charset=utf-8');
  };
  return (
    <chakra.div display="grid" gap="2" pt="4" borderTopWidth="1px" fontSize="sm">
      <p>{effect}</p>
      <MutedText>
        {video.transcriptReviewed ? `${strings.chapters} ${strings.review}` : strings.chapters}
      </MutedText>
      {lossText === '' ? null : (
        <chakra.p fontWeight="strong" color="signal">
          {lossText}
        </chakra.p>
      )}
      {lines.length === 0 ? null : (
        <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap="2">
          <span>{strings.keepCopy}</span>
          <Button size="small" onClick={save('vtt')}>
            {strings.webVtt}
          </Button>
          <Button size="small" onClick={save('srt')}>
            {strings.srt}
          </Button>
        </chakra.div>
      )}
    </chakra.div>
  );
}
