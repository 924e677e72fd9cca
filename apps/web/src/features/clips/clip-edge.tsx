import { chakra } from '@chakra-ui/react';
import type { Ref } from 'react';
import { FramePreview } from '../../components/frame-preview.tsx';
import { TimeCodeInput } from '../../components/time-code-input.tsx';
import { Button } from '../../components/button.tsx';
import { thumbnailAt } from '../../lib/thumbnail-at.ts';
import { formatTimeCode, parseTimeCode } from '../../lib/time-code.ts';
import { clipStrings as words } from './clips.strings.ts';

interface ClipEdgeProps {
  label: string;
  /** The label of the picture. */
  preview: (time: string) => string;
  value: string;
  onChange: (value: string) => void;
  thumbnail: string;
  duration: number;
  currentTime?: () => number;
  isInvalid: boolean;
  describedBy: string;
  isFirst?: boolean;
  ref?: Ref<HTMLInputElement>;
}

/** The start or the end of a clip: its time and the frame at that time. */
export function ClipEdge(props: ClipEdgeProps) {
  const { label, preview, value, onChange, thumbnail, duration, currentTime, ...input } = props;
  const seconds = parseTimeCode(value);
  const hasFrame = seconds !== null && seconds < duration;
  return (
    <chakra.div display="grid" gap="3" alignContent="start">
      <FramePreview
        url={hasFrame ? thumbnailAt(thumbnail, seconds) : ''}
        label={preview(value)}
        emptyText={words.previewEmpty}
        brokenText={words.previewBroken}
      />
      <TimeCodeInput
        label={label}
        value={value}
        onChange={onChange}
        max={Math.max(0, Math.ceil(duration) - 1)}
        {...input}
      >
        {currentTime ? (
          <Button
            aria-label={words.useCurrentFor(label)}
            onClick={() => {
              onChange(formatTimeCode(currentTime()));
            }}
          >
            {words.useCurrent}
          </Button>
        ) : null}
      </TimeCodeInput>
    </chakra.div>
  );
}
