import { Scissors } from 'lucide-react';
import type { ComponentProps } from 'react';
import { IconButton } from '../ui/icon-button.tsx';
import { useClipRequests } from './clip-requests.ts';
import type { TimeRange } from './clip-requests.ts';

type ButtonProps = ComponentProps<typeof IconButton>;

interface ClipThisProps extends Omit<ButtonProps, 'icon'>, Partial<Pick<ButtonProps, 'icon'>> {
  /** Opens the dialog for a clip of words instead. */
  isWords?: boolean;
  /** Returns the span of the clip; called when the button is pressed. */
  timeRange: () => TimeRange;
}

/** A button that opens the clip popup with a time span filled in. Not rendered when the video cannot be cut. */
export function ClipThis({ timeRange, isWords = false, ...button }: ClipThisProps) {
  const clips = useClipRequests();
  if (!clips) return null;
  return (
    <IconButton
      icon={Scissors}
      {...button}
      onClick={() => {
        if (isWords) clips.openWords(timeRange());
        else clips.open(timeRange());
      }}
    />
  );
}
