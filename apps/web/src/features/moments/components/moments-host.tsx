import type { VideoRecord } from '@vault/contracts';
import { useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { MomentSharingContext } from '../../../components/player/moment-sharing.ts';
import type { MomentSharing } from '../../../components/player/moment-sharing.ts';
import { useAppDispatch } from '../../../store/hooks.ts';
import { shareMoment } from '../model/share-moment.ts';
import { sharedSpan } from '../model/shared-span.ts';
import { SharedLinks } from './shared-links.tsx';

/** Shares moments for any component of a video page, and shows the list of the video's links. */
export function MomentsHost({ video, children }: { video: VideoRecord; children: ReactNode }) {
  const dispatch = useAppDispatch();
  const [isOpen, setOpen] = useState(false);
  const { id, duration } = video;

  const sharing = useMemo<MomentSharing>(() => {
    const openLinks = () => setOpen(true);
    return {
      openLinks,
      share: (kind, timeRange) =>
        dispatch(shareMoment({ passthrough: id, kind, ...sharedSpan(timeRange, duration) }, openLinks)),
    };
  }, [dispatch, id, duration]);

  return (
    <MomentSharingContext value={sharing}>
      {children}
      {isOpen ? <SharedLinks video={video} onClose={() => setOpen(false)} /> : null}
    </MomentSharingContext>
  );
}
