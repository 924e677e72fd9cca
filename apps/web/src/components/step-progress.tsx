import { chakra } from '@chakra-ui/react';
import type { VideoRecord } from '@vault/contracts';
import { timeLeft } from '../lib/time-left.ts';
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

type Work = Pick<VideoRecord, 'progress' | 'queuePosition' | 'secondsLeft'>;

function ahead(count: number): string {
  if (count === 0) return 'starting';
  return count === 1 ? 'waiting for 1 other video' : `waiting for ${String(count)} other videos`;
}

function lineOf(step: string, { progress, queuePosition, secondsLeft }: Work): string {
  if (queuePosition !== null) return `${step} · ${ahead(queuePosition)}`;
  const left = secondsLeft === null ? '' : ` · ${timeLeft(secondsLeft)}`;
  return `${step} · ${String(Math.floor(progress))} %${left}`;
}

/** What a screen reader says by itself: the step, and each quarter of it; more would never let it finish. */
function spokenOf(step: string, { progress, queuePosition }: Work): string {
  const quarter = queuePosition === null ? Math.floor(progress / 25) * 25 : 0;
  return quarter > 0 ? `${step}: ${String(quarter)} %` : step;
}

interface StepProgressProps {
  /** What is being done. */
  readonly step: string;
  readonly video: Work;
  readonly size: 'small' | 'large';
}

/** The step of a video that runs: how far it is, and what is left of it; or what it waits for. */
export function StepProgress({ step, video, size }: StepProgressProps) {
  return (
    <div>
      <ProgressStrip label={step} percent={video.progress} />
      <Line size={size}>{lineOf(step, video)}</Line>
      {size === 'large' ? (
        <chakra.p role="status" srOnly>
          {spokenOf(step, video)}
        </chakra.p>
      ) : null}
    </div>
  );
}
