import type { VideoRecord } from '@vault/contracts';

/** The answer with one video: its chapters are both in the record and at the top level. */
export function answerWith(record: VideoRecord) {
  return { status: 'success' as const, data: record, chapters: record.chapters };
}
