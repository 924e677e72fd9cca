import { Link2 } from 'lucide-react';
import type { ComponentProps } from 'react';
import { formatDuration } from '../../lib/format/format-time.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { useCopyLink } from './moment-link.ts';
import { usePlayback } from './playback.ts';

interface CopyLinkProps extends Omit<ComponentProps<typeof IconButton>, 'label' | 'icon'> {
  seconds: number;
}

/** A button that copies a link to a moment that opens for the owner only. Not rendered where there is no video to link to. */
export function CopyLink({ seconds, ...button }: CopyLinkProps) {
  const copy = useCopyLink();
  if (!copy) return null;
  return (
    <IconButton
      {...button}
      label={`Copy link to ${formatDuration(seconds)} (only you)`}
      icon={Link2}
      onClick={() => copy(seconds)}
    />
  );
}

/** A button that copies a link to the player's position that opens for the owner only. */
export function CopyLinkHere() {
  const copy = useCopyLink();
  const playback = usePlayback();
  if (!copy) return null;
  return <IconButton label="Copy link (only you)" icon={Link2} onClick={() => copy(playback.time)} />;
}
