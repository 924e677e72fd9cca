export type { AnswerOptions } from './answering.ts';
export type { Chapter } from './transcript/chapter.ts';
export type { Density } from './segmentation/chapter-count.ts';
export { chapterise, type ChapteriseOptions, type EngineChapter, type Parts } from './chapterise.ts';
export type { Cue } from './transcript/cue.ts';
export { hasLanguageData } from './language/language-data.ts';
export { detectLanguage } from './language/language.ts';
export type { Quote, Quoter, QuoteOptions } from './quotes/quoting.ts';
export type { Segmenter, SegmentOptions } from './segmentation/segmenting.ts';
export {
  answerFrom,
  quoteChapters,
  segment,
  summariseChapters,
  summariseVideo,
  titleChapters,
} from './single-parts.ts';
export type { Summariser } from './titles/summarising.ts';
export type { Titler } from './titles/titling.ts';
export { languageOf, readTranscript, type Transcript } from './transcript/transcript.ts';
