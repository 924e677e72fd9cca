import { detailsOf, type VideoDetails } from '@vault/contracts';
import { createEvent, type Message } from '@vault/messaging';
import { changedEventData } from './video-decision.ts';
import type { VideoDocument } from './video.schema.ts';

/** The event for changed details; none when the details are unchanged. */
export function detailsSaved(video: VideoDocument, changed: Partial<VideoDetails>): Message[] {
  const details = Object.entries(detailsOf(changed));
  if (details.every(([name, value]) => video[name as keyof VideoDetails] === value)) return [];
  return [createEvent('upload.details-saved.v1', video._id, changedEventData(video))];
}
