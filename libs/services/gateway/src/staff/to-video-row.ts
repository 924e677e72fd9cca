import type { EmployeeVideoRow } from '@vault/contracts';
import type { uploadRpc } from '@vault/contracts/rpc';
import type { MediaLink } from '../media/media-links.service.ts';

/** A video of a user with the field names of the API. @param emails addresses by owner id */
export function toVideoRow(
  video: uploadRpc.Video,
  emails: ReadonlyMap<string, string>,
  link: MediaLink,
): EmployeeVideoRow {
  const { id, ownerId = '', thumbnailUrl, title, assetId, createdAt, failure, durationSeconds } = video;
  return {
    _id: id,
    userId: { _id: ownerId, email: emails.get(ownerId) ?? '' },
    thumbnail: link(thumbnailUrl),
    ...{ title, assetId, created_at: createdAt, duration: durationSeconds },
    state: video.state as EmployeeVideoRow['state'],
    ...(failure && { failure: failure as NonNullable<EmployeeVideoRow['failure']> }),
  };
}
