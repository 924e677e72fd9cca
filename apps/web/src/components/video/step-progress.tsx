import { chakra } from '@chakra-ui/react';
import type { VideoRecord, WorkStage } from '@vault/contracts';
import { timeLeft } from '../../lib/format/format-time.ts';
import { ProgressStrip } from './progress-strip.tsx';

const lineStyles = {
  small: { fontSize: 'xs', color: 'ink.muted', mt: '2' },
  large: { fontWeight: 'strong', mt: '5' },
};

/** The steps of a video's processing, as users see them. */
export const stepNames = {
  uploading: 'Receiving the file',
  processing: 'Preparing the video',
  captioning: 'Transcribing the speech',
  chaptering: 'Finding the chapters',
  ready: 'Nearly there',
  failed: 'Stopped',
} as const;

/** The stages of a step, as users see them. */
const stageNames: Record<WorkStage, string> = {
  'waiting-for-space': 'Waiting for free disk space',
  'waiting-for-storage': 'Waiting for the media storage',
  'waiting-for-recognition': 'Waiting for the speech recognition',
  'waiting-for-tomorrow': 'Waiting for tomorrow: the speech recognition of today is used up',
  'waiting-for-engine': 'Waiting for a machine that does this work',
  checking: 'Checking the file',
  listening: 'Finding the audio track with speech',
  copying: stepNames.processing,
  encoding: 'Converting the video',
  repairing: 'Repairing the recording',
  finishing: 'Finishing the video',
  extracting: 'Reading the audio',
  transcribing: stepNames.captioning,
};

type StepState = Pick<VideoRecord, 'stage' | 'progress' | 'queuePosition' | 'secondsLeft'>;

function queueText(count: number): string {
  if (count === 0) return 'starting';
  return count === 1 ? 'waiting for another recording' : `waiting for ${String(count)} other recordings`;
}

/** Without a percent there is nothing to measure yet: "0%" would look as if nothing happened. */
function lineOf(name: string, { progress, queuePosition, secondsLeft }: StepState): string {
  if (queuePosition !== null) return `${name} · ${queueText(queuePosition)}`;
  const percent = Math.floor(progress);
  return [
    name,
    ...(percent > 0 ? [`${String(percent)}%`] : []),
    ...(secondsLeft === null ? [] : [timeLeft(secondsLeft)]),
  ].join(' · ');
}

/** Text of the live region: the stage and each quarter of it. More updates would interrupt the screen reader. */
function announcementOf(name: string, { progress, queuePosition }: StepState): string {
  const quarter = queuePosition === null ? Math.floor(progress / 25) * 25 : 0;
  return quarter > 0 ? `${name}: ${String(quarter)}%` : name;
}

interface StepProgressProps {
  /** Name of the step; shown where the stage is not known. */
  readonly step: string;
  readonly video: StepState;
  readonly size: 'small' | 'large';
}

/** The running step of a video: its stage, progress and time left, or the queue position. */
export function StepProgress({ step, video, size }: StepProgressProps) {
  const name = video.stage === null ? step : stageNames[video.stage];
  return (
    <div>
      <ProgressStrip label={name} percent={video.progress > 0 ? video.progress : undefined} />
      <chakra.p fontVariantNumeric="tabular-nums" {...lineStyles[size]}>
        {lineOf(name, video)}
      </chakra.p>
      {size === 'large' ? (
        <chakra.p role="status" srOnly>
          {announcementOf(name, video)}
        </chakra.p>
      ) : null}
    </div>
  );
}
