import { Scissors } from 'lucide-react';
import type { ComponentProps } from 'react';
import { IconButton } from '../icon-button.tsx';
import { useClipRequests } from './clip-requests.ts';
import type { Stretch } from './clip-requests.ts';

interface ClipThisProps extends ComponentProps<typeof IconButton> {
  /** What the clip is of; asked when it is wanted. */
  stretch: () => Stretch;
}

/** Opens the clip popup filled in with one thing that was said. Not there where nothing can be cut. */
export function ClipThis({ stretch, ...button }: ClipThisProps) {
  const clips = useClipRequests();
  if (!clips) return null;
  return (
    <IconButton
      {...button}
      onClick={() => {
        clips.open(stretch());
      }}
    >
      <Scissors aria-hidden />
    </IconButton>
  );
}
