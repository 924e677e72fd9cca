import type { adminRpc, uploadRpc } from '@vault/contracts/rpc';

/** A video for the staff area. @param emails addresses by owner id */
export function toVideo(video: uploadRpc.Video, emails: ReadonlyMap<string, string>): adminRpc.Video {
  const {
    id,
    ownerId = '',
    thumbnailUrl,
    title,
    assetId,
    createdAt,
    state,
    failure,
    durationSeconds,
  } = video;
  const userEmail = emails.get(ownerId) ?? '';
  return {
    ...{ id, userId: ownerId, userEmail, thumbnailUrl, title, assetId, createdAt, state, failure },
    durationSeconds,
  };
}
