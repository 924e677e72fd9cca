import { chakra } from '@chakra-ui/react';
import type { VideoRecord } from '@vault/contracts';
import { timeLeft } from '../lib/format-time.ts';
import { ProgressStrip } from './progress-strip.tsx';

const Line = chakra('p', {
  base: { fontVariantNumeric: 'tabular-nums' },
  variants: {
    size: {
      small: { fontSize: 'xs', color: 'ink.muted', mt: '2' },
      large: { fontWeight: 'strong', mt: '5' },
    },
  },
});

/** The steps of a video's processing, as users see them. */
export const stepNames = {
  uploading: 'Receiving the file',
  processing: 'Preparing the video',
  captioning: 'Writing down what is said',
  chaptering: 'Finding the chapters',
  ready: 'Nearly there',
  failed: 'Stopped',
} as const;

type StepState = Pick<VideoRecord, 'progress' | 'queuePosition' | 'secondsLeft'>;

function queueText(count: number): string {
  if (count === 0) return 'starting';
  return count === 1 ? 'waiting for 1 other video' : `waiting for ${String(count)} other videos`;
}

function lineOf(step: string, { progress, queuePosition, secondsLeft }: StepState): string {
  if (queuePosition !== null) return `${step} · ${queueText(queuePosition)}`;
  const left = secondsLeft === null ? '' : ` · ${timeLeft(secondsLeft)}`;
  return `${step} · ${String(Math.floor(progress))} %${left}`;
}

/** Text of the live region: the step and each quarter of it. More updates would interrupt the screen reader. */
function announcementOf(step: string, { progress, queuePosition }: StepState): string {
  const quarter = queuePosition === null ? Math.floor(progress / 25) * 25 : 0;
  return quarter > 0 ? `${step}: ${String(quarter)} %` : step;
}

interface StepProgressProps {
  /** Name of the step. */
  readonly step: string;
  readonly video: StepState;
  readonly size: 'small' | 'large';
}

/** The running step of a video: progress and time left, or the queue position. */
export function StepProgress({ step, video, size }: StepProgressProps) {
  return (
    <div>
      <ProgressStrip label={step} percent={video.progress} />
      <Line size={size}>{lineOf(step, video)}</Line>
      {size === 'large' ? (
        <chakra.p role="status" srOnly>
          {announcementOf(step, video)}
        </chakra.p>
      ) : null}
    </div>
  );
}
