import { z } from 'zod';
import {
  chapterLimit,
  chapterTextLimit,
  lastChapterEnd,
  quoteLimit,
  quotesPerChapterLimit,
  searchTextLimit,
} from '../chapter-limits.ts';
import { promptLimit, promptMinimum } from '../prompts.ts';
import { parseTimeCode } from '../time-code.ts';
import { lineOfText, paragraphs } from './text.ts';

export const timeCode = z
  .string()
  .refine((text) => parseTimeCode(text) !== null, 'Please write times as HH:MM:SS.')
  .meta({ pattern: '^\\d{2}:[0-5]\\d:[0-5]\\d$' });

const spoken = lineOfText(quoteLimit).refine((text) => text !== '', 'A quote cannot be empty.');

export const timedQuote = z.object({
  quote: z.string().describe('Words that were said, as they were said, or as a person wrote them.'),
  timecode: z.string().describe('`HH:MM:SS`, two seconds before the words begin.'),
});

export const quote = z
  .union([z.string(), timedQuote])
  .describe('With the moment where it is known; else the words alone.');

export const chapter = z.object({
  start: z.string().describe('`HH:MM:SS`.'),
  title: z.string(),
  summary: z.string(),
  search: z.string().describe('The answer to the search prompt of this chapter, or empty.'),
  quote: z.array(quote),
  searchQuotes: z
    .string()
    .optional()
    .describe('What searches of this chapter are given as its quotes, where a person wrote that.'),
});

/** A chapter as a person saves it. */
export const savedChapter = z.object({
  start: timeCode,
  title: lineOfText(chapterTextLimit).refine((text) => text !== '', 'Please give each chapter a title.'),
  summary: lineOfText(chapterTextLimit).default(''),
  search: paragraphs(searchTextLimit).default(''),
  quote: z
    .array(z.union([spoken, z.object({ quote: spoken, timecode: timeCode })]))
    .max(quotesPerChapterLimit)
    .default([]),
  searchQuotes: paragraphs(searchTextLimit).optional(),
});

/** The whole list as it shall be. */
export const savedChapters = z
  .array(savedChapter)
  .min(1, 'A video has at least one chapter.')
  .max(chapterLimit);

const selIndex = z
  .number()
  .int()
  .min(0)
  .max(chapterLimit)
  .describe('The place of the chapter in the list, from 0.');

/** `POST /muxupload/update-quote` beside `passthrough`. The chapter is found by its start. */
export const quoteUpdate = z.object({
  start: timeCode,
  end: timeCode.describe(`Where the chapter ends; \`${lastChapterEnd}\` for the last.`),
  selIndex,
  newQuotePrompt: paragraphs(promptLimit)
    .default('')
    .describe('What the quotes should be about; empty to have them chosen anew.'),
});

/** `POST /muxupload/update-search` beside `passthrough`. */
export const searchUpdate = z.object({
  selIndex,
  newSearchPrompt: paragraphs(promptLimit).refine(
    (text) => text.length >= promptMinimum,
    `Please write a prompt of more than ${String(promptMinimum - 1)} characters.`,
  ),
});

/**
 * Largest body of a save, in bytes: as many chapters as there may be, each of full length, and the JSON around them. Still
 * less than a document of a store may hold.
 */
export const saveBodyLimit = 10 * 1024 * 1024;

export const operationId = z
  .string()
  .regex(/^[A-Za-z0-9_.:-]{1,128}$/)
  .describe('The `id` of an operation, as an answer or a record named it.');

export const operationKinds = ['chapters', 'summary', 'quotes', 'search'] as const;
export const operationStates = ['queued', 'running', 'done', 'failed'] as const;

/** Something that is being written for a video. */
export const runningOperation = z.object({
  id: z.string(),
  kind: z.enum(operationKinds),
  state: z.enum(operationStates),
  progress: z.number().describe('Percent, 0 to 100.'),
  chapterStart: z
    .string()
    .nullable()
    .describe('`HH:MM:SS` of the chapter it is about; null for the whole video.'),
});

/** `GET /muxupload/operations/{id}`: how it went, with what was sent and what came back. */
export const operation = runningOperation.extend({
  msg: z.string().describe('Why it failed, or what became of its result, as a sentence; else empty.'),
  system_message: z.string(),
  user_message: z.string(),
  result: z.string(),
  tokens: z.number().int().optional().describe('What it cost; absent until it ended, 0 when it failed.'),
});

export type Quote = z.infer<typeof quote>;
export type TimedQuote = z.infer<typeof timedQuote>;
export type Chapter = z.infer<typeof chapter>;
export type SavedChapter = z.infer<typeof savedChapter>;
export type OperationKind = (typeof operationKinds)[number];
export type OperationState = (typeof operationStates)[number];
export type RunningOperation = z.infer<typeof runningOperation>;
export type Operation = z.infer<typeof operation>;
