import type { Chapter, VideoRecord, VideoState } from '@vault/contracts';
import type { chapteringRpc, uploadRpc } from '@vault/contracts/rpc';

/** `HH:MM:SS` of seconds, cut to whole ones. */
export function toTimecode(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds) || 0);
  const parts = [Math.floor(whole / 3_600), Math.floor(whole / 60) % 60, whole % 60];
  return parts.map((part) => String(part).padStart(2, '0')).join(':');
}

function toChapter(chapter: chapteringRpc.Chapter): Chapter {
  return {
    start: toTimecode(chapter.start),
    title: chapter.title,
    summary: chapter.summary,
    search: chapter.searchText,
    quote: chapter.quotes.map(({ text, at }) => ({ quote: text, timecode: toTimecode(at) })),
  };
}

/** A video of the upload service and its chapters of the chaptering service, as one record of the API. */
export function toVideoRecord(
  video: uploadRpc.Video,
  set: chapteringRpc.ChapterSet | undefined,
  withTranscript: boolean,
): VideoRecord {
  return {
    id: video.id,
    uploadId: video.uploadId,
    title: video.title,
    description: video.description,
    assetId: video.assetId,
    thumbnail: video.thumbnailUrl,
    playback_id: video.playbackId,
    captionsTrackId: video.captionsTrackId,
    ...(withTranscript ? { vtt: set?.vtt ?? '' } : {}),
    duration: video.durationSeconds,
    created_at: video.createdAt,
    localVideo: video.downloadUrl,
    chapters: (set?.chapters ?? []).map(toChapter),
    streamUrl: video.streamUrl,
    storyboardUrl: video.storyboardUrl,
    captionsUrl: video.captionsUrl,
    summary: set?.summary ?? '',
    state: video.state as VideoState,
    progress: video.state === 'chaptering' && set?.isGenerating ? set.progress : video.progress,
    failure: video.failure
      ? {
          step: video.failure.step as VideoState,
          reason: video.failure.reason,
          retryable: video.failure.retryable,
        }
      : null,
    captions: video.captionsState as VideoRecord['captions'],
    captionsReason: video.captionsReason,
  };
}
