export type { AnswerOptions } from './answering.ts';
export type { Chapter } from './chapter.ts';
export type { Density } from './chapter-count.ts';
export { chapterise, type ChapteriseOptions, type EngineChapter, type Parts } from './chapterise.ts';
export type { Cue } from './cue.ts';
export { detectLanguage } from './language.ts';
export type { Quote, Quoter, QuoteOptions } from './quoting.ts';
export type { Segmenter, SegmentOptions } from './segmenting.ts';
export {
  answerFrom,
  quoteChapters,
  segment,
  summariseChapters,
  summariseVideo,
  titleChapters,
} from './single-parts.ts';
export type { Summariser } from './summarising.ts';
export type { Titler } from './titling.ts';
export { readTranscript, type Transcript } from './transcript.ts';
