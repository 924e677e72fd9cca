import type { uploadRpc } from '@vault/contracts/rpc';
import type { VideoHost } from '@vault/integrations';
import type { ListedVideo } from './all-videos.repository.ts';
import type { VideoDocument } from './video.schema.ts';

/** The record as staff see it: whose it is, and what their tables show; the rest of it is left out, for lists are long. */
export function toStaffMessage(video: ListedVideo, host: VideoHost): uploadRpc.Video {
  const message = toVideoMessage({ ...video, description: '' }, host);
  const unseen = { streamUrl: '', storyboardUrl: '', captionsUrl: '', downloadUrl: '' };
  return { ...message, ...unseen, ownerId: video.ownerId };
}

type Shown = ListedVideo & Pick<VideoDocument, 'description'>;

/** The record as it crosses to the gateway. */
export function toVideoMessage(video: Shown, host: VideoHost): uploadRpc.Video {
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
