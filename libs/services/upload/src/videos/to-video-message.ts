import type { uploadRpc } from '@vault/contracts/rpc';
import type { VideoHost } from '@vault/integrations';
import type { ListedVideo } from './all-videos.repository.ts';
import type { VideoDocument } from './video.schema.ts';

/** The record for staff lists: with its owner, without the description and the urls that the tables do not show. */
export function toStaffMessage(video: ListedVideo, host: VideoHost): uploadRpc.Video {
  const message = toVideoMessage({ ...video, description: '' }, host);
  const omitted = { streamUrl: '', storyboardUrl: '', captionsUrl: '', downloadUrl: '' };
  return { ...message, ...omitted, ownerId: video.ownerId };
}

type MessageSource = ListedVideo & Pick<VideoDocument, 'description'>;

/** The record as an rpc message. */
export function toVideoMessage(video: MessageSource, host: VideoHost): uploadRpc.Video {
  const urls = video.isPlayable ? host.urls(video.playbackId) : undefined;
  return {
    id: video._id,
    uploadId: video.uploadId,
    assetId: video.assetId,
    title: video.title,
    description: video.description,
    playbackId: video.playbackId,
    captionsTrackId: video.captionsTrackId,
    thumbnailUrl: urls?.thumbnail ?? '',
    streamUrl: urls?.stream ?? '',
    storyboardUrl: urls?.storyboard ?? '',
    captionsUrl: urls && video.captionsTrackId ? urls.captions(video.captionsTrackId) : '',
    downloadUrl: urls && video.downloadName ? urls.download(video.downloadName) : '',
    durationSeconds: video.durationSeconds,
    createdAt: Math.floor(video.createdAt.getTime() / 1_000),
    state: video.state,
    progress: video.stepPercent,
    queuePosition: video.stepWait?.ahead,
    secondsLeft: video.stepWait?.secondsLeft,
    failure: video.failure
      ? { step: video.failure.step, reason: video.failure.reason, retryable: video.failure.isRetryable }
      : undefined,
    captionsState: video.captionsState,
    captionsReason: video.captionsReason,
  };
}
