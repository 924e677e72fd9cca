import type { VideoRecord } from '@vault/contracts';

/** What of a record its chapters' owner says. */
type WithChapters = Pick<
  VideoRecord,
  'id' | 'chapters' | 'chaptersMissing' | 'version' | 'operations' | 'summary' | 'searchSummary' | 'vtt'
>;

/**
 * A record that came without its chapters, with those that were read before: a page that shows them keeps them. It stays
 * marked, so that it is asked for again.
 */
export function withKnownChapters<Video extends WithChapters>(
  fresh: Video,
  known: WithChapters | undefined,
): Video {
  if (!fresh.chaptersMissing || known?.id !== fresh.id) return fresh;
  const { chapters, version, operations, summary, searchSummary, vtt } = known;
  return {
    ...fresh,
    ...{ chapters, version, operations, summary },
    ...(searchSummary === undefined ? {} : { searchSummary }),
    ...(vtt === undefined ? {} : { vtt }),
  };
}

/** Whether nothing of its chapters is known at the moment. */
export function hasUnreadChapters({ chaptersMissing, chapters }: WithChapters): boolean {
  return chaptersMissing === true && chapters.length === 0;
}
