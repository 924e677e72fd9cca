import { createEvent, type Message } from '@vault/messaging';
import { changedEventData } from './video-decision.ts';
import type { VideoDocument } from './video.schema.ts';

type Details = Partial<Pick<VideoDocument, 'title' | 'description'>>;

/** The event for changed details; none when the details are unchanged. */
export function detailsSaved(video: VideoDocument, { title, description }: Details): Message[] {
  const isNew =
    (title !== undefined && title !== video.title) ||
    (description !== undefined && description !== video.description);
  if (!isNew) return [];
  return [createEvent('upload.details-saved.v1', video._id, changedEventData(video))];
}
