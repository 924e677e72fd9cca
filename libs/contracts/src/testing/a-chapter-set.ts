import type { ChapterSet } from '../generated/vault/chaptering/v1/chaptering.ts';

/** A set of the video `v` without chapters, words and generations, as chaptering answers it. */
export function aChapterSet(fields: Partial<ChapterSet> = {}): ChapterSet {
  return {
    videoId: 'v',
    chapters: [],
    summary: '',
    vtt: '',
    isGenerating: false,
    progress: 100,
    version: 1,
    operations: [],
    revision: '1',
    ...fields,
  };
}
