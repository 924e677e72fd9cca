import type { Row, StoredData } from './stored-data.ts';

/** How far a move is, by what is stored: the steps of upload, then how many of the other services have followed. */
export const movePoints = [
  'nothing is stored',
  'a place is taken',
  'the video is written',
  'the place before is free',
  'the move is finished',
  'one service has followed',
  'two services have followed',
  'three services have followed',
  'all services have followed',
] as const;

export type MovePoint = (typeof movePoints)[number];

/** A move of a video: ids of the workspaces. */
export interface Move {
  readonly videoId: string;
  readonly from: string;
  readonly to: string;
}

const followers = ['chaptering', 'search', 'clip', 'portal'];
const finished = movePoints.indexOf('the move is finished');

/** How far a move is; the product should be paused, so that it goes no further meanwhile. */
export async function movePointOf(stored: StoredData, { videoId, from, to }: Move): Promise<MovePoint> {
  const { videos = [], videoquotas: quotas = [] } = await stored.documents('upload');
  const video = videos.find(({ _id }) => _id === videoId);
  const hasPlace = (workspaceId: string) =>
    quotas.some(
      ({ _id, slots }) =>
        _id === workspaceId && (slots as readonly Row[]).some((slot) => slot.videoId === videoId),
    );
  if (video?.ownerId !== to) return hasPlace(to) ? 'a place is taken' : 'nothing is stored';
  if (video.movedFrom) return hasPlace(from) ? 'the video is written' : 'the place before is free';
  const followed = await Promise.all(
    followers.map((service) => hasFollowed(stored, service, { videoId, to })),
  );
  return movePoints[finished + followed.filter(Boolean).length]!;
}

async function hasFollowed(
  stored: StoredData,
  service: string,
  { videoId, to }: Pick<Move, 'videoId' | 'to'>,
): Promise<boolean> {
  // Operations stay with who has paid.
  const { operations: _operations, ...collections } = await stored.documents(service);
  return Object.values(collections)
    .flat()
    .some((row) => row.ownerId === to && (row._id === videoId || row.videoId === videoId));
}
