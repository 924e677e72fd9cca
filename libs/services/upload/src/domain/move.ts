import { isLostUpload, type WatchedVideo } from './check-interval.ts';
import type { VideoProgress } from './video-progress.ts';

type MovableVideo = Pick<VideoProgress, 'assetId' | 'selection' | 'recognition'> &
  Pick<WatchedVideo, 'state' | 'failure'>;

/** Why a video cannot be given to another workspace now, as a sentence; undefined when it can. */
export function moveProblem(video: MovableVideo): string | undefined {
  const { state, assetId, selection, recognition } = video;
  if (isLostUpload(video) || assetId === '') return 'Wait until the upload has finished.';
  if (state !== 'ready' && state !== 'failed') return 'Wait until the video has been processed.';
  if (selection) return 'Wait until the other sound or picture is ready.';
  return recognition ? 'Wait until the words have been recognised again.' : undefined;
}

/**
 * Who uploaded a video, after it has moved. A personal workspace has the id of its person, who needs no mention there.
 * @returns undefined for the person of the new workspace
 */
export function creatorAfterMove(
  { ownerId, createdBy = ownerId }: { readonly ownerId: string; readonly createdBy?: string | undefined },
  toOwnerId: string,
): string | undefined {
  return createdBy === toOwnerId ? undefined : createdBy;
}
