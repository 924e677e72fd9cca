import { entryAt } from './language/entry-at.ts';
import { readChapters } from './transcript/chapter.ts';
import type { Cue } from './transcript/cue.ts';
import { languageData } from './language/language-data.ts';
import { quoteBySalience, type Quote, type Quoter } from './quotes/quoting.ts';
import { segmentByOdds, type Segmenter, type SegmentOptions } from './segmentation/segmenting.ts';
import { plainTitle } from './language/plain-title.ts';
import { summariseByTopic, summariseRecording, type Summariser } from './titles/summarising.ts';
import { titleByPhrases, type Titler } from './titles/titling.ts';
import { readTranscript } from './transcript/transcript.ts';

/** One generated chapter. */
export interface EngineChapter {
  /** Seconds; 0 for the first, for all others the start of a cue. */
  start: number;
  /** 1..100 characters, unique in the recording. */
  title: string;
  /** 1..100 characters that were said. */
  summary: string;
  /** Verbatim, in spoken order. */
  quotes: Quote[];
}

/** The four parts of the engine; each can be replaced separately. */
export interface Parts {
  segmenter: Segmenter;
  titler: Titler;
  summariser: Summariser;
  quoter: Quoter;
}

export interface ChapteriseOptions extends SegmentOptions {
  /** Quotes for each chapter, default 3. */
  quoteCount?: number;
  /** A BCP 47 tag, for words that do not show their language. */
  language?: string | undefined;
  /** Replacements for parts of the engine. */
  parts?: Partial<Parts>;
}

const ownParts: Parts = {
  segmenter: segmentByOdds,
  titler: titleByPhrases,
  summariser: summariseByTopic,
  quoter: quoteBySalience,
};

/**
 * Makes chapters and a summary from the cues of a recording, only with words that were said. The result is the same on
 * every machine. Without cues it is one chapter that says so.
 *
 * @param cues sorted by start
 */
export const chapterise = (
  cues: readonly Cue[],
  options: ChapteriseOptions = {},
): { chapters: EngineChapter[]; summary: string } => {
  const parts = { ...ownParts, ...options.parts };
  const transcript = readTranscript(cues, options.duration, options.language);
  const boundaries = parts.segmenter(transcript, options);
  if (boundaries.length === 0) {
    const { part, silence } = languageData(transcript.language);
    return {
      chapters: [{ start: 0, title: plainTitle(part, 1, 0), summary: silence, quotes: [] }],
      summary: silence,
    };
  }
  const chapters = readChapters(transcript, boundaries);
  const titles = parts.titler(transcript, chapters);
  const summaries = parts.summariser(transcript, chapters, titles);
  const quotes = parts.quoter(transcript, chapters, { count: options.quoteCount ?? 3 });
  return {
    chapters: boundaries.map((boundary, c) => ({
      start: c === 0 ? 0 : entryAt(cues, boundary).start,
      title: entryAt(titles, c),
      summary: entryAt(summaries, c),
      quotes: entryAt(quotes, c),
    })),
    summary: summariseRecording(transcript, chapters),
  };
};
