import { z } from 'zod';
import { lineOfText } from './fields/text.ts';

/** Minimum length of a keyword, in characters. */
export const searchMinimum = 2;
/** Maximum number of results of one answer; `total` counts all matches. */
export const searchResultLimit = 200;

/** Maximum number of spoken moments of one video in an answer; their `total` counts all. */
export const searchMomentLimit = 20;

/**
 * How a keyword was matched: exactly; without an exact match, by another form of it (`form`), by all of its words near each
 * other, or by any of them.
 */
export const searchMatching = z.enum(['exact', 'near', 'any', 'form']);

/** The searched fields in order of priority: the first match is the result of the video. */
export const videoSearchFields = [
  'title',
  'description',
  'assetId',
  'thumbnail',
  'captionsTrackId',
  'transcript',
  'playback_id',
] as const;

/** As {@link videoSearchFields}, for each chapter. */
export const chapterSearchFields = ['chapter title', 'chapter summary', 'chapter quote'] as const;

export const searchField = z.enum([...videoSearchFields, ...chapterSearchFields]);

/** Also the address of a thumbnail fits. */
const maxKeywordLength = 300;

/** `GET /search`. */
export const searchQuery = z.object({
  keyword: lineOfText(maxKeywordLength)
    .refine(
      (keyword) => keyword.length >= searchMinimum,
      `Please search for at least ${String(searchMinimum)} characters.`,
    )
    .describe('At least two characters, matched literally.'),
  speaker: z
    .string()
    .min(1)
    .max(500)
    .optional()
    .describe('Only lines and quotes of the speaker with this name, in any case.'),
});

/** Maximum numbers in the list of speakers. */
export const speakersAnswerLimits = { names: 100, videos: 500 };

/** Who speaks in the videos of the caller. */
export const speakerList = z.object({
  speakers: z
    .array(
      z.object({
        name: z.string(),
        lines: z.number().int().describe('Lines of the transcripts of all videos.'),
        videos: z
          .array(z.string())
          .max(speakersAnswerLimits.videos)
          .describe('The `id` of each video, newest first.'),
      }),
    )
    .max(speakersAnswerLimits.names)
    .describe('Those with most lines first.'),
});

const speaker = z.string().optional().describe('Who says it, when the transcript tells.');

export const searchResult = z.object({
  id: z.string().describe('The `id` of the video.'),
  uploadId: z.string(),
  title: z.string(),
  thumbnail: z.string().describe('Url of a picture, or empty while there is none.'),
  duration: z.number().describe('Seconds.'),
  field: searchField.describe('Where the keyword was found.'),
  snippet: z
    .string()
    .describe('The match with its context; lines of a transcript are separated by line breaks.'),
  at: z
    .number()
    .nullable()
    .describe('Time of the match, in seconds from the start; null when the match has no time.'),
  chapterTitle: z
    .string()
    .nullable()
    .describe('Title of the matching chapter; null when the match is not in a chapter.'),
  chapterStarts: z.array(z.number()).describe('Starts of all chapters, in seconds.'),
  speaker,
});

export const spokenMoments = z.object({
  id: z.string().describe('The `id` of the video.'),
  total: z.number().int().describe('Number of matching captions, including those that are not in `first`.'),
  first: z
    .array(z.object({ at: z.number().describe('Seconds from the start.'), line: z.string(), speaker }))
    .max(searchMomentLimit),
});

export const searchAnswer = z.object({
  keyword: z.string(),
  total: z.number().int().describe('All matches, including those beyond the limit.'),
  results: z.array(searchResult).max(searchResultLimit),
  matching: searchMatching.describe(
    '`exact`: the literal keyword. Without an exact match: `form`, as it is also written, such as e-mail for email and 10,000 for 10000, or words that begin like its single word; `near`, all of its words in one field or in three consecutive captions; `any`, any of its words.',
  ),
  terms: z.array(z.string()).describe('Texts to highlight in the results.'),
  spoken: z
    .array(spokenMoments)
    .describe('How often the keyword is spoken in each video of the results, and the first times.'),
});

export type SearchMatching = z.infer<typeof searchMatching>;
export type SpeakerList = z.infer<typeof speakerList>;
export type SpokenMoments = z.infer<typeof spokenMoments>;
export type SearchField = z.infer<typeof searchField>;
export type SearchQuery = z.infer<typeof searchQuery>;
export type SearchResult = z.infer<typeof searchResult>;
export type SearchAnswer = z.infer<typeof searchAnswer>;
