import { Link2 } from 'lucide-react';
import type { ComponentProps } from 'react';
import { formatDuration } from '../../lib/format/format-time.ts';
import { Button } from '../ui/button.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { useCopyLink } from './moment-link.ts';
import { usePlayback } from './playback.ts';

interface CopyLinkProps extends Omit<ComponentProps<typeof IconButton>, 'label' | 'icon'> {
  seconds: number;
}

/** A button that copies a link to a moment. Not rendered where there is no video to link to. */
export function CopyLink({ seconds, ...button }: CopyLinkProps) {
  const copy = useCopyLink();
  if (!copy) return null;
  return (
    <IconButton
      {...button}
      label={`Copy link to ${formatDuration(seconds)}`}
      icon={Link2}
      onClick={() => {
        copy(seconds);
      }}
    />
  );
}

/** A button that copies a link to the player's position. */
export function CopyLinkHere() {
  const copy = useCopyLink();
  const playback = usePlayback();
  if (!copy) return null;
  return (
    <Button
      icon={Link2}
      size="small"
      aria-label="Copy link to this moment"
      title="Copy link to this moment"
      onClick={() => {
        copy(playback.time);
      }}
    >
      Copy link
    </Button>
  );
}
