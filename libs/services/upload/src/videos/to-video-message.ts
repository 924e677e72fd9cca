import type { uploadRpc } from '@vault/contracts/rpc';
import type { VideoHost } from '@vault/integrations';
import type { VideoDocument } from './video.schema.ts';

/** The record as it crosses to the gateway. */
export function toVideoMessage(video: VideoDocument, host: VideoHost): uploadRpc.Video {
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
    failure: video.failure
      ? { step: video.failure.step, reason: video.failure.reason, retryable: video.failure.isRetryable }
      : undefined,
    captionsState: video.captionsState,
    captionsReason: video.captionsReason,
  };
}
