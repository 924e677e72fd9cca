import type { FollowedField } from '@vault/contracts';

/** A spoken line of the transcript: seconds and text. */
export interface Cue {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly speaker?: string;
  /** When each of its words starts, in seconds, where that is known. */
  readonly wordStarts?: readonly number[];
  /** How sure the recogniser is of it, 0 to 1; absent: sure, as words of people are. */
  readonly confidence?: number;
}

/** Words of a chapter and their time: `at` is two seconds before they begin. */
export interface Quote {
  readonly text: string;
  /** Seconds; absent for words of a person that are not in the transcript. */
  readonly at?: number;
  /** Who says all of its words; absent when the transcript does not tell, or several do. */
  readonly speaker?: string;
}

/** A quote whose words are in the transcript. */
export type VerifiedQuote = Quote & Required<Pick<Quote, 'at'>>;

/** The fields of a chapter that people may edit. */
export const chapterFields = ['title', 'summary', 'quotes', 'searchText', 'searchQuotes'] as const;

export type ChapterField = (typeof chapterFields)[number];

/** When a person last edited each field; absent for unedited fields. */
export type FieldEdits = Partial<Record<ChapterField, Date>>;

export interface Chapter {
  /** Seconds; 0, the start of a cue, or what a person chose. */
  readonly start: number;
  readonly title: string;
  readonly summary: string;
  /** The answer to the latest search prompt; empty until there is one. */
  readonly searchText: string;
  readonly quotes: readonly Quote[];
  /** Replaces the quotes in search prompts, where a person wrote it. */
  readonly searchQuotes?: string;
  readonly edited?: FieldEdits;
  /** Changed with the words that they repeat, and neither edited nor generated since. */
  readonly followed?: readonly FollowedField[];
}

/** A chapter in the list of a video. */
export interface ListedChapter extends Chapter {
  /** Unique in its list. It stays while texts and start change, so that running operations find their chapter. */
  readonly id: string;
}

/** What a person sees and edits of one video. */
export interface ChapterContent {
  readonly chapters: readonly ListedChapter[];
  /** Replaces the summary in search prompts, where a person wrote it. */
  readonly searchSummary?: string;
  /** When a person last added, removed or moved chapters. */
  readonly structureEditedAt?: Date;
}
