import { chakra } from '@chakra-ui/react';
import { Minus, Plus } from 'lucide-react';
import type { Ref } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { IconButton } from '../../../components/ui/icon-button.tsx';
import { SmallText } from '../../../components/ui/muted-text.ts';
import { FramePreview } from '../../../components/video/frame-preview.tsx';
import { TimeCodeInput } from '../../../components/video/time-code-input.tsx';
import { formatTenths } from '../../../lib/format/format-duration.ts';
import { thumbnailAt } from '../../../lib/video/thumbnail-at.ts';
import { endAt, endOf } from '../model/clip-ends.ts';
import type { ClipEnd } from '../model/clip-ends.ts';

interface ClipEdgeProps {
  /** `Cue in` or `Cue out`. */
  label: string;
  /** Names the picture, before its time. */
  preview: string;
  end: ClipEnd;
  /** What is said at this end; empty for nothing, undefined where the words are not known. */
  words: string | undefined;
  thumbnail: string;
  /** Of the video, in seconds. */
  duration: number;
  /** The position of the player, in seconds. */
  currentTime: () => number;
  /** @param isHeard whether the end moved by a tenth of a second, which only the ear can judge */
  onMove: (end: ClipEnd, isHeard: boolean) => void;
  isInvalid: boolean;
  /** Id of the element with the error message. */
  describedBy: string;
  isFirst?: boolean;
  ref?: Ref<HTMLInputElement>;
}

/** The start or the end of a clip: its frame, its time and its words. */
export function ClipEdge(props: ClipEdgeProps) {
  const { label, preview, end, words, thumbnail, duration, currentTime, onMove, ...input } = props;
  const { seconds, text } = end;
  const hasFrame = seconds !== null && seconds < duration;
  const nudge = (by: number) => {
    if (seconds !== null) onMove(endAt(Math.min(duration, Math.max(0, seconds + by))), true);
  };
  return (
    <chakra.div display="grid" gap="2" alignContent="start" minWidth="0">
      <FramePreview
        url={hasFrame && thumbnail !== '' ? thumbnailAt(thumbnail, Math.min(seconds, duration - 1)) : ''}
        label={`${preview}, at ${text}`}
        emptyText={thumbnail === '' ? 'This recording has no picture.' : 'Type a time to see its frame.'}
        brokenText="There is no picture for this time."
      />
      <TimeCodeInput
        label={label}
        value={text}
        onChange={(changed) => onMove(endOf(changed), false)}
        max={Math.max(0, Math.ceil(duration) - 1)}
        {...input}
      >
        <Button
          aria-label={`${label}: use current time`}
          onClick={() => onMove(endAt(Math.floor(currentTime())), false)}
        >
          Use current time
        </Button>
      </TimeCodeInput>
      {seconds === null ? null : (
        <chakra.div display="flex" flexWrap="wrap" alignItems="center">
          <IconButton label={`${label} 0.1 s earlier`} icon={Minus} ml="-2" onClick={() => nudge(-0.1)} />
          <chakra.span role="status" fontFamily="mono" fontSize="xs" fontVariantNumeric="tabular-nums">
            {formatTenths(seconds)}
          </chakra.span>
          <IconButton label={`${label} 0.1 s later`} icon={Plus} onClick={() => nudge(0.1)} />
          {words === undefined ? null : (
            <SmallText
              dir="auto"
              ms={{ base: '0', md: '2' }}
              flex={{ base: '1 0 100%', md: '1' }}
              minWidth="0"
            >
              {words === '' ? 'Nothing is said here.' : words}
            </SmallText>
          )}
        </chakra.div>
      )}
    </chakra.div>
  );
}
