import type { MomentKind } from '@vault/contracts';
import { Share2 } from 'lucide-react';
import { IconButton } from '../ui/icon-button.tsx';
import type { TimeRange } from './clip-requests.ts';
import { shareLabel, useShareMoment } from './moment-sharing.ts';

interface ShareMomentProps {
  kind: MomentKind;
  /** Tells this button from the others of the page: added to its accessible name. */
  name: string;
  /** Returns the span to share; called when the button is pressed. */
  timeRange: () => TimeRange;
}

/** A button that copies a link to a moment that works for anyone. Not rendered where there is no video to share. */
export function ShareMoment({ kind, name, timeRange }: ShareMomentProps) {
  const sharing = useShareMoment();
  if (!sharing) return null;
  return (
    <IconButton
      label={`${shareLabel}: ${name}`}
      title={shareLabel}
      icon={Share2}
      isBusy={sharing.isBusy}
      onClick={() => void sharing.share(kind, timeRange())}
    />
  );
}
