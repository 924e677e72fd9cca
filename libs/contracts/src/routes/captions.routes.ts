import { z } from 'zod';
import { errorEnvelope } from '../common/envelope.ts';

/** Of the Encoding Standard. */
const textEncoding = z.string().max(20);

/** `PUT /muxvideos/{id}/captions` and `POST /muxvideos/{id}/captions/preview`: either `text` or `file`. */
export const captionsFileBody = z
  .object({
    text: z.string().optional().describe('The file as text, at most 2 MiB of UTF-8.'),
    file: z.string().optional().describe('The bytes of the file as Base64, at most 2 MiB.'),
    encoding: textEncoding
      .optional()
      .describe('In which `file` is read, such as `windows-1252`; absent: it is found.'),
  })
  .refine(({ text, file }) => (text === undefined) !== (file === undefined), 'Send either text or file.');

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

const captionsProblem = z.object({
  line: z.number().int().describe('The line of the file, from 1.'),
  problem: z.string().describe('A sentence to show to a person.'),
});

const captionsNote = captionsProblem.extend({
  kind: z
    .enum(['repaired', 'left-out', 'changed'])
    .describe('`repaired`: the line is used. `left-out`: it is not. `changed`: it concerns the whole file.'),
});

/** What was read of a file with captions. */
export const replacedCaptions = z.object({
  lines: z.number().int().describe('Captions that were read.'),
  repaired: z.number().int().describe('Lines that are used, but not as they stand.'),
  leftOut: z.number().int().describe('Lines that are not used.'),
  warnings: z
    .array(captionsNote)
    .describe('What was not used as it stands, in the order of the lines; at most 200.'),
});

/** What would be read of a file with captions. */
export const captionsPreview = replacedCaptions.extend({
  problems: z.array(captionsProblem).describe('Why nothing can be read; empty when the file can be used.'),
  speakers: z.array(z.string()).describe('In the order in which they speak first.'),
  encoding: textEncoding.describe('In which the file was read.'),
  isEncodingCertain: z
    .boolean()
    .describe('False: the words look best in this encoding, and a person should look at `readings`.'),
  readings: z
    .array(z.object({ encoding: textEncoding, lines: z.array(z.string()) }))
    .describe('The first lines in which encodings differ: in `encoding`, and in two others to choose from.'),
  captions: z
    .array(
      z.object({
        start: z.number().describe('Seconds.'),
        end: z.number().describe('Seconds.'),
        text: z.string(),
        speaker: z.string().optional(),
      }),
    )
    .describe('The first five.'),
});

/** The refusal of a file with captions. */
export const captionsRefusal = errorEnvelope.extend({
  problems: z.array(captionsProblem).optional().describe('Why no caption can be read, by line; at most 50.'),
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
export type CaptionsFileBody = z.infer<typeof captionsFileBody>;
export type CaptionsPreviewData = z.infer<typeof captionsPreview>;
export type ReplacedCaptions = z.infer<typeof replacedCaptions>;
export type CaptionsRefusal = z.infer<typeof captionsRefusal>;
