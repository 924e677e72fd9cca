import type { VideoRecord } from '@vault/contracts';

/** The fields of a record that come from the chaptering service. */
type WithChapters = Pick<
  VideoRecord,
  | 'id'
  | 'chapters'
  | 'chaptersMissing'
  | 'version'
  | 'operations'
  | 'summary'
  | 'summaryFollowed'
  | 'searchSummary'
  | 'vtt'
  | 'transcriptVersion'
  | 'transcriptReviewed'
  | 'captions'
  | 'captionsReason'
  | 'captionsUrl'
  | 'captionsSource'
  | 'captionsUploadedAt'
>;

/**
 * Fills a record that came without its chapters with those that were read before, so that a page keeps showing them.
 * `chaptersMissing` stays set, so that the record is requested again.
 */
export function withEarlierChapters<Video extends WithChapters>(
  fresh: Video,
  earlier: WithChapters | undefined,
): Video {
  if (!fresh.chaptersMissing || earlier?.id !== fresh.id) return fresh;
  const { chapters, version, operations, summary, searchSummary, vtt, transcriptVersion } = earlier;
  const { summaryFollowed, transcriptReviewed } = earlier;
  return {
    ...fresh,
    chapters,
    version,
    operations,
    summary,
    transcriptVersion,
    ...uploadedCaptionsOf(earlier),
    ...(summaryFollowed === undefined ? {} : { summaryFollowed }),
    ...(transcriptReviewed === undefined ? {} : { transcriptReviewed }),
    ...(searchSummary === undefined ? {} : { searchSummary }),
    ...(vtt === undefined ? {} : { vtt }),
  };
}

/** Only the chaptering service knows captions of a person; without it, a record has those of the host. */
function uploadedCaptionsOf(earlier: WithChapters): Partial<WithChapters> {
  const { captions, captionsReason, captionsUrl, captionsSource, captionsUploadedAt } = earlier;
  if (captionsUploadedAt === undefined) return {};
  return { captions, captionsReason, captionsUrl, captionsSource, captionsUploadedAt };
}

/** Whether the video has chapters that could not be read yet. */
export function hasUnreadChapters({ chaptersMissing, chapters }: WithChapters): boolean {
  return chaptersMissing === true && chapters.length === 0;
}
