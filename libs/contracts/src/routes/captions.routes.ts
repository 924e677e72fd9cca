import { z } from 'zod';
import { errorEnvelope } from '../envelope.ts';

/** `PUT /muxvideos/{id}/captions` */
export const replaceCaptionsBody = z.object({
  text: z.string().describe('A WebVTT or SubRip (SRT) file, at most 2 MiB of UTF-8.'),
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

export const captionSources = ['host', 'upload'] as const;

export type ReplaceCaptionsBody = z.infer<typeof replaceCaptionsBody>;
export type ReplacedCaptions = z.infer<typeof replacedCaptions>;
export type CaptionsRefusal = z.infer<typeof captionsRefusal>;
