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
    ...(summaryFollowed === undefined ? {} : { summaryFollowed }),
    ...(transcriptReviewed === undefined ? {} : { transcriptReviewed }),
    ...(searchSummary === undefined ? {} : { searchSummary }),
    ...(vtt === undefined ? {} : { vtt }),
  };
}

/** Whether the video has chapters that could not be read yet. */
export function hasUnreadChapters({ chaptersMissing, chapters }: WithChapters): boolean {
  return chaptersMissing === true && chapters.length === 0;
}
