import type { VideoRecord } from '@vault/contracts';

/** One video as the API answers it: clients find its chapters in the record and beside it. */
export function answerWith(record: VideoRecord) {
  return { status: 'success' as const, data: record, chapters: record.chapters };
}
