import {
  detailsOf,
  formatTimeCode,
  type Chapter,
  type ContentItem,
  type FollowedField,
  type VideoRecord,
  type VideoState,
} from '@vault/contracts';
import type { chapteringRpc, uploadRpc } from '@vault/contracts/rpc';
import { toRunningOperation } from './to-operation.ts';

function toChapter(chapter: chapteringRpc.Chapter): Chapter {
  return {
    start: formatTimeCode(chapter.start),
    title: chapter.title,
    summary: chapter.summary,
    search: chapter.searchText,
    quote: chapter.quotes.map(({ text, at, speaker }) =>
      at === undefined
        ? text
        : { quote: text, timecode: formatTimeCode(at), ...(speaker !== undefined && { speaker }) },
    ),
    ...(chapter.searchQuotes === undefined ? {} : { searchQuotes: chapter.searchQuotes }),
    ...(chapter.followed ? { followed: chapter.followed.names as FollowedField[] } : {}),
  };
}

function toContentItem(item: uploadRpc.ContentItem, areChaptersUsed: boolean): ContentItem {
  const isUsed = item.kind === 'chapters' ? areChaptersUsed : item.isUsed;
  return { ...(item as ContentItem), isUsed };
}

/** What the record says of the captions: those of a person take the place of those of the host, also of none. */
function captionsOf(
  { captionsUrl, captionsState, captionsReason }: uploadRpc.Video,
  set: chapteringRpc.ChapterSet | undefined,
) {
  const captionsUploadedAt = set?.captionsUploadedAt;
  return captionsUploadedAt === undefined
    ? {
        captionsUrl,
        captionsSource: 'host' as const,
        captions: captionsState as VideoRecord['captions'],
        captionsReason,
      }
    : {
        captionsUrl: '',
        captionsSource: 'upload' as const,
        captionsUploadedAt,
        captions: 'ready' as const,
        captionsReason: '',
      };
}

/** Combines a video of upload and its chapters of chaptering into one record of the API. */
export function toVideoRecord(
  video: uploadRpc.Video,
  set: chapteringRpc.ChapterSet | undefined,
  withTranscript: boolean,
): VideoRecord {
  return {
    id: video.id,
    uploadId: video.uploadId,
    ...detailsOf(video),
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
    ...captionsOf(video, set),
    ...(video.captionsLanguage === undefined ? {} : { captionsLanguage: video.captionsLanguage }),
    ...(video.canChooseLanguage ? { canChooseLanguage: true } : {}),
    ...(set?.chaptersOrigin
      ? { chaptersOrigin: set.chaptersOrigin as NonNullable<VideoRecord['chaptersOrigin']> }
      : {}),
    transcriptVersion: set?.transcriptVersion ?? 0,
    ...(set?.transcriptReview ? { transcriptReviewed: set.transcriptReview } : {}),
    ...(set?.glossaryApplied ? { glossaryApplied: set.glossaryApplied } : {}),
    ...(set?.namesToCheck ? { namesToCheck: set.namesToCheck } : {}),
    summary: set?.summary ?? '',
    ...(set?.summaryFollowed ? { summaryFollowed: true } : {}),
    version: set?.version ?? 0,
    detailsVersion: video.version,
    ...(set?.searchSummary === undefined ? {} : { searchSummary: set.searchSummary }),
    operations: (set?.operations ?? []).map(toRunningOperation),
    state: video.state as VideoState,
    stage: (video.stage ?? null) as VideoRecord['stage'],
    progress: video.state === 'chaptering' && set?.isGenerating ? set.progress : video.progress,
    queuePosition: video.queuePosition ?? null,
    secondsLeft: video.secondsLeft ?? null,
    failure: video.failure
      ? {
          step: video.failure.step as VideoState,
          reason: video.failure.reason,
          retryable: video.failure.retryable,
        }
      : null,
    contents: video.contents.map((item) => toContentItem(item, set?.areOfFile ?? false)),
    ...(video.tracksProblem ? { tracksProblem: video.tracksProblem } : {}),
  };
}
