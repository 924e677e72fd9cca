import { z } from 'zod';
import { lineOfText } from './text.ts';

/** Shortest keyword that is searched for, in characters. */
export const searchMinimum = 2;
/** Most results of one answer; `total` counts them all. */
export const searchResultLimit = 200;

/** Most spoken moments of one video in an answer; their number counts them all. */
export const searchMomentLimit = 20;

/**
 * How a keyword was found: as it stands; where it stands nowhere, by all of its words near each other, by any of them,
 * or by another form of its one word.
 */
export const searchMatching = z.enum(['exact', 'near', 'any', 'form']);

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
  keyword: lineOfText(200)
    .refine(
      (keyword) => keyword.length >= searchMinimum,
      `Please search for at least ${String(searchMinimum)} characters.`,
    )
    .describe('At least two characters, taken as they stand.'),
});

export const searchResult = z.object({
  id: z.string().describe('The `id` of the video.'),
  uploadId: z.string(),
  title: z.string(),
  thumbnail: z.string().describe('Url of a picture, or empty while there is none.'),
  duration: z.number().describe('Seconds.'),
  field: searchField.describe('Where the keyword was found.'),
  snippet: z
    .string()
    .describe('What matched and what stands around it; lines of a transcript are separated by line breaks.'),
  at: z
    .number()
    .nullable()
    .describe('Seconds from the start where the words are; null when the match belongs to no moment.'),
  chapterTitle: z.string().nullable().describe('Title of the chapter that matched; null when none did.'),
  chapterStarts: z.array(z.number()).describe('Starts of all chapters, in seconds.'),
});

export const spokenMoments = z.object({
  id: z.string().describe('The `id` of the video.'),
  total: z.number().int().describe('How many captions say it, also those beyond the first.'),
  first: z
    .array(z.object({ at: z.number().describe('Seconds from the start.'), line: z.string() }))
    .max(searchMomentLimit),
});

export const searchAnswer = z.object({
  keyword: z.string(),
  total: z.number().int().describe('All matches, also those beyond the limit.'),
  results: z.array(searchResult).max(searchResultLimit),
  matching: searchMatching.describe(
    '`exact`: the keyword as it stands. Where it stands nowhere: `near`, all of its words in one field or in three captions in a row; `any`, any of its words; `form`, words that begin like its one word.',
  ),
  terms: z.array(z.string()).describe('What stands in the results, to be marked: any of them.'),
  spoken: z
    .array(spokenMoments)
    .describe('How often each video among the results says it, and the first times.'),
});

export type SearchMatching = z.infer<typeof searchMatching>;
export type SpokenMoments = z.infer<typeof spokenMoments>;
export type SearchField = z.infer<typeof searchField>;
export type SearchQuery = z.infer<typeof searchQuery>;
export type SearchResult = z.infer<typeof searchResult>;
export type SearchAnswer = z.infer<typeof searchAnswer>;
