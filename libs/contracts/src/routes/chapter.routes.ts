import { z } from 'zod';
import {
  chapterLimit,
  chapterTextLimit,
  lastChapterEnd,
  quoteLimit,
  quotesPerChapterLimit,
  searchTextLimit,
} from '../rules/chapter-limits.ts';
import { promptLimit, promptMinimum } from '../rules/prompts.ts';
import { parseTimeCode } from '../rules/time-code.ts';
import { lineOfText, paragraphs } from './fields/text.ts';

export const timeCode = z
  .string()
  .refine((text) => parseTimeCode(text) !== null, 'Please write times as HH:MM:SS.')
  .meta({ pattern: '^\\d{2}:[0-5]\\d:[0-5]\\d$' });

const quoteText = lineOfText(quoteLimit).refine((text) => text !== '', 'A quote cannot be empty.');

export const timedQuote = z.object({
  quote: z.string().describe('Words of the recording, word for word, or as a person edited them.'),
  timecode: z.string().describe('`HH:MM:SS`, two seconds before the words begin.'),
  speaker: z
    .string()
    .optional()
    .describe('Who says all of its words; absent when the transcript does not tell, or several do.'),
});

export const quote = z
  .union([z.string(), timedQuote])
  .describe('With the time code when it is known; else only the text.');

/** The fields of a chapter that can follow the transcript. */
export const followedFields = ['title', 'summary', 'quotes'] as const;

export const chapter = z.object({
  start: z.string().describe('`HH:MM:SS`.'),
  title: z.string(),
  summary: z.string(),
  search: z.string().describe('The answer to the search prompt of this chapter, or empty.'),
  quote: z.array(quote),
  searchQuotes: z
    .string()
    .optional()
    .describe('Custom text that searches of this chapter use instead of its quotes.'),
  followed: z
    .array(z.enum(followedFields))
    .optional()
    .describe(
      'Fields that were changed because they repeat corrected words of the transcript; absent when none was. A later edit or generation of the field removes it.',
    ),
});

/** A chapter as a person saves it. */
export const savedChapter = z.object({
  start: timeCode,
  title: lineOfText(chapterTextLimit).refine((text) => text !== '', 'Please give each chapter a title.'),
  summary: lineOfText(chapterTextLimit).default(''),
  search: paragraphs(searchTextLimit).default(''),
  quote: z
    .array(z.union([quoteText, z.object({ quote: quoteText, timecode: timeCode })]))
    .max(quotesPerChapterLimit)
    .default([]),
  searchQuotes: paragraphs(searchTextLimit).optional(),
});

/** The complete new list. */
export const savedChapters = z
  .array(savedChapter)
  .min(1, 'A video has at least one chapter.')
  .max(chapterLimit);

const selIndex = z
  .number()
  .int()
  .min(0)
  .max(chapterLimit)
  .describe('Index of the chapter in the list, from 0.');

/** `POST /muxupload/update-quote`, without `passthrough`. The chapter is found by its start. */
export const quoteUpdate = z.object({
  start: timeCode,
  end: timeCode.describe(`End of the chapter; \`${lastChapterEnd}\` for the last.`),
  selIndex,
  newQuotePrompt: paragraphs(promptLimit)
    .default('')
    .describe('What the quotes should be about; may be empty.'),
});

/** `POST /muxupload/update-search`, without `passthrough`. */
export const searchUpdate = z.object({
  selIndex,
  newSearchPrompt: paragraphs(promptLimit).refine(
    (text) => text.length >= promptMinimum,
    `Please write a prompt of more than ${String(promptMinimum - 1)} characters.`,
  ),
});

export const operationId = z
  .string()
  .regex(/^[A-Za-z0-9_.:-]{1,128}$/, 'The operation was not found.')
  .describe('The `id` of an operation, from an answer or a record.');

export const operationKinds = ['chapters', 'summary', 'quotes', 'search'] as const;
export const operationStates = ['queued', 'running', 'done', 'failed'] as const;

/** An operation of a video that is queued or running. */
export const runningOperation = z.object({
  id: z.string(),
  kind: z.enum(operationKinds),
  state: z.enum(operationStates),
  progress: z.number().describe('Percent, 0 to 100.'),
  chapterStart: z.string().nullable().describe('Start of its chapter, `HH:MM:SS`; null for the whole video.'),
});

/** `GET /muxupload/operations/{id}`: an operation with its prompts and its result. */
export const operation = runningOperation.extend({
  msg: z.string().describe('Why it failed, or what happened to its result, as a sentence; else empty.'),
  system_message: z.string(),
  user_message: z.string(),
  result: z.string(),
  tokens: z
    .number()
    .int()
    .optional()
    .describe('Cost; absent until the operation has ended, 0 when it failed.'),
});

export type FollowedField = (typeof followedFields)[number];
export type Quote = z.infer<typeof quote>;
export type TimedQuote = z.infer<typeof timedQuote>;
export type Chapter = z.infer<typeof chapter>;
export type SavedChapter = z.infer<typeof savedChapter>;
export type OperationKind = (typeof operationKinds)[number];
export type OperationState = (typeof operationStates)[number];
export type RunningOperation = z.infer<typeof runningOperation>;
export type Operation = z.infer<typeof operation>;
