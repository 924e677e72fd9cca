import type { EmployeeVideoRow } from '@vault/contracts';
import type { uploadRpc } from '@vault/contracts/rpc';
import type { MediaLink } from '../../media/media-links.service.ts';

/** A video of a user with the field names of the API. @param emails addresses by {@link personOf} */
export function toVideoRow(
  video: uploadRpc.Video,
  emails: ReadonlyMap<string, string>,
  link: MediaLink,
): EmployeeVideoRow {
  const { id, thumbnailUrl, title, assetId, createdAt, failure, durationSeconds } = video;
  const personId = personOf(video);
  return {
    _id: id,
    userId: { _id: personId, email: emails.get(personId) ?? '' },
    thumbnail: link(thumbnailUrl),
    ...{ title, assetId, created_at: createdAt, duration: durationSeconds },
    state: video.state as EmployeeVideoRow['state'],
    ...(failure && { failure: failure as NonNullable<EmployeeVideoRow['failure']> }),
  };
}

/** Whose video it is for staff: of a team, whoever uploaded it. */
export function personOf({ ownerId = '', createdBy = ownerId }: uploadRpc.Video): string {
  return createdBy;
}
