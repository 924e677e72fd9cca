import { z } from 'zod';
import { lineOfText } from './text.ts';

/** Shortest keyword that is searched for, in characters. */
export const searchMinimum = 2;
/** Most results of one answer; `total` counts them all. */
export const searchResultLimit = 200;

/** Where a keyword is looked for, in this order: the first that matches speaks for the video. */
export const videoSearchFields = [
  'title',
  'description',
  'assetId',
  'thumbnail',
  'captionsTrackId',
  'transcript',
  'playback_id',
] as const;

/** As {@link videoSearchFields}, for each chapter by itself. */
export const chapterSearchFields = ['chapter title', 'chapter summary', 'chapter quote'] as const;

export const searchField = z.enum([...videoSearchFields, ...chapterSearchFields]);

/** `GET /search`. */
export const searchQuery = z.object({
  keyword: lineOfText(200).refine(
    (keyword) => keyword.length >= searchMinimum,
    `Please search for at least ${String(searchMinimum)} characters.`,
  ),
});

export const searchResult = z.object({
  /** The session id, which is the video's `id`. */
  id: z.string(),
  uploadId: z.string(),
  title: z.string(),
  /** A url, or empty while there is none. */
  thumbnail: z.string(),
  /** Seconds. */
  duration: z.number(),
  field: searchField,
  /** What matched and what stands around it; lines of a transcript are separated by line breaks. */
  snippet: z.string(),
  /** Seconds from the start where the words are; null when the match belongs to no moment. */
  at: z.number().nullable(),
  /** Of the chapter that matched. */
  chapterTitle: z.string().nullable(),
  /** Starts of all chapters, in seconds, for the strip. */
  chapterStarts: z.array(z.number()),
});

export const searchAnswer = z.object({
  keyword: z.string(),
  /** All matches, also those beyond the limit. */
  total: z.number().int(),
  results: z.array(searchResult).max(searchResultLimit),
});

export type SearchField = z.infer<typeof searchField>;
export type SearchQuery = z.infer<typeof searchQuery>;
export type SearchResult = z.infer<typeof searchResult>;
export type SearchAnswer = z.infer<typeof searchAnswer>;
