import type { SpokenCue } from '@vault/integrations';

export type Cue = SpokenCue;

/** Words of a chapter, and where they are said: `at` is two seconds before they begin. */
export interface Quote {
  readonly text: string;
  /** Seconds; absent when a person wrote words whose place is not known. */
  readonly at?: number;
}

/** Words that were said. */
export type VerifiedQuote = Required<Quote>;

/** What a person may write in a chapter. */
export const chapterFields = ['title', 'summary', 'quotes', 'searchText', 'searchQuotes'] as const;

export type ChapterField = (typeof chapterFields)[number];

/** When a person last edited a field; absent for fields that nobody edited. */
export type FieldEdits = Partial<Record<ChapterField, Date>>;

export interface Chapter {
  /** Seconds; 0, the start of a cue, or what a person chose. */
  readonly start: number;
  readonly title: string;
  readonly summary: string;
  /** Written by the search prompt; empty until then. */
  readonly searchText: string;
  readonly quotes: readonly Quote[];
  /** What searches are given as the quotes, where a person wrote that. */
  readonly searchQuotes?: string;
  readonly edited?: FieldEdits;
}

/** What a person sees and edits of one video. */
export interface ChapterContent {
  readonly chapters: readonly Chapter[];
  /** What searches are given as the summary, where a person wrote that. */
  readonly searchSummary?: string;
  /** When a person last changed which chapters there are. */
  readonly structureEditedAt?: Date;
}
