import { clipRecord, type ClipRecord } from '@vault/contracts';
import type { clipRpc } from '@vault/contracts/rpc';
import type { MediaLink } from '../media/media-links.service.ts';

/** The clip in the form of the API. @param link adds the ticket of the caller */
export function toClipRecord(clip: clipRpc.Clip, link: MediaLink): ClipRecord {
  const { id, start, end, frame, centre, fit, captions, state, progress, reason, createdAt } = clip;
  return clipRecord.parse({
    ...{ id, from: start, to: end, frame, centre, captions, state, createdAt },
    ...(fit !== '' && { fit }),
    ...(state === 'making' && { progress }),
    ...(reason !== '' && { reason }),
    ...(clip.link !== '' && { link: link(clip.link) }),
  });
}
