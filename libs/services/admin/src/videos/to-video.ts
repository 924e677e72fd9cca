import type { adminRpc, uploadRpc } from '@vault/contracts/rpc';

/** A video as staff see it. @param emails of owners, by their ids */
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
