import type { VideoRecord } from '@vault/contracts';
import { use, useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { MomentActionsContext } from '../../../components/player/moment-actions.ts';
import { useAppDispatch } from '../../../store/hooks.ts';
import { shareMoment } from '../model/share-moment.ts';
import { sharedSpan } from '../model/shared-span.ts';
import { SharedLinks } from './shared-links.tsx';
import { useMay } from '../../../api/workspaces/permissions.ts';

/** Shares moments for any component of a video page, and shows the list of the video's links. */
export function MomentsHost({ video, children }: { video: VideoRecord; children: ReactNode }) {
  const dispatch = useAppDispatch();
  const [isOpen, setOpen] = useState(false);
  const { id, duration } = video;

  const outer = use(MomentActionsContext);
  const mayShare = useMay()('share');
  const actions = useMemo<typeof outer>(() => {
    if (!mayShare) return outer;
    const openLinks = () => setOpen(true);
    const sharing: typeof outer.sharing = {
      openLinks,
      share: (kind, timeRange) =>
        dispatch(shareMoment({ passthrough: id, kind, ...sharedSpan(timeRange, duration) }, openLinks)),
    };
    return { ...outer, sharing };
  }, [dispatch, id, duration, outer, mayShare]);

  return (
    <MomentActionsContext value={actions}>
      {children}
      {isOpen ? <SharedLinks video={video} onClose={() => setOpen(false)} /> : null}
    </MomentActionsContext>
  );
}
