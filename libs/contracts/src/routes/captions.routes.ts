import { z } from 'zod';
import { errorEnvelope } from '../envelope.ts';

/** `PUT /muxvideos/{id}/captions` */
export const replaceCaptionsBody = z.object({
  text: z.string().describe('A WebVTT or SubRip (SRT) file, at most 2 MiB of UTF-8.'),
});

/** Languages that servers with a model such as Whisper recognise well enough to read, as ISO 639-1. */
export const captionLanguages = [
  ...['ar', 'bg', 'bs', 'ca', 'cs', 'da', 'de', 'el', 'en', 'es', 'et', 'fi', 'fr', 'gl', 'he', 'hi', 'hr'],
  ...['hu', 'id', 'it', 'ja', 'ko', 'lt', 'lv', 'mk', 'ms', 'nl', 'no', 'pl', 'pt', 'ro', 'ru', 'sk', 'sl'],
  ...['sr', 'sv', 'ta', 'th', 'tl', 'tr', 'uk', 'ur', 'vi', 'zh'],
] as const;

/** What a person states of a recording; `auto`: the recogniser finds its language. */
export const captionLanguage = z.enum(['auto', ...captionLanguages]);

/** `POST /muxvideos/{id}/captions` */
export const recogniseCaptionsBody = z.object({
  language: captionLanguage.describe('The language that is spoken: ISO 639-1, or `auto`: it is found.'),
});

const captionsNote = z.object({
  line: z.number().int().describe('The line of the file, from 1.'),
  problem: z.string().describe('A sentence to show to a person.'),
});

/** What was read of a file with captions. */
export const replacedCaptions = z.object({
  lines: z.number().int().describe('Captions that were read.'),
  warnings: z.array(captionsNote).describe('What was changed while it was read.'),
});

/** The refusal of a file with captions. */
export const captionsRefusal = errorEnvelope.extend({
  problems: z.array(captionsNote).optional().describe('Every line that is wrong, at most 50.'),
});

/**
 * What wrote the chapters: a language model, rules for their language, or statistics alone, for a language without rules.
 */
export const chaptersMethods = ['model', 'rules', 'statistics'] as const;

export type ChaptersMethod = (typeof chaptersMethods)[number];

/** Why the language model of a product did not write all chapters. */
export const rulesReasons = [
  'refused',
  'cut',
  'unreadable',
  'rejected',
  'too-long',
  'unavailable',
  'limit',
] as const;

export type RulesReason = (typeof rulesReasons)[number];

export const chaptersOrigin = z.object({
  language: z.string().describe('The language of the words, as detected: ISO 639-1, or `und`.'),
  method: z
    .enum(chaptersMethods)
    .describe('`model`: a language model. `rules`: rules for the language. `statistics`: neither.'),
  reason: z
    .enum(rulesReasons)
    .optional()
    .describe(
      'Why a language model did not write all of them; absent without one, or when it did. `refused`: it refused. `cut`, `unreadable`: its answers could not be used. `rejected`: its server rejected the request. `too-long`: it takes no text of this length. `unavailable`: it did not answer. `limit`: the limit of the day was reached.',
    ),
});

export const captionSources = ['host', 'upload'] as const;

export type CaptionLanguage = z.infer<typeof captionLanguage>;
export type RecogniseCaptionsBody = z.infer<typeof recogniseCaptionsBody>;
export type ReplaceCaptionsBody = z.infer<typeof replaceCaptionsBody>;
export type ReplacedCaptions = z.infer<typeof replacedCaptions>;
export type CaptionsRefusal = z.infer<typeof captionsRefusal>;
