import type { EmployeeVideoRow } from '@vault/contracts';
import type { adminRpc } from '@vault/contracts/rpc';
import type { MediaLink } from '../media/media-links.service.ts';

/** A video of a user with the field names of the API. */
export function toVideoRow(video: adminRpc.Video, link: MediaLink): EmployeeVideoRow {
  const { id, userId, userEmail, thumbnailUrl, title, assetId, createdAt, failure, durationSeconds } = video;
  return {
    _id: id,
    userId: { _id: userId, email: userEmail },
    thumbnail: link(thumbnailUrl),
    ...{ title, assetId, created_at: createdAt, duration: durationSeconds },
    state: video.state as EmployeeVideoRow['state'],
    ...(failure && { failure: failure as NonNullable<EmployeeVideoRow['failure']> }),
  };
}
