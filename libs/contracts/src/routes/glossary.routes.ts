import { z } from 'zod';
import { typedLine } from '../text/visible-text.ts';
import { publicVideoId } from './video.routes.ts';
import { transcriptLine } from './transcript.routes.ts';

/** Limits of one glossary. */
export const glossaryLimits = {
  terms: 500,
  wrongForms: 20,
  /** Characters of a term or wrong form. */
  length: 80,
  /** Words of a term or wrong form. */
  words: 6,
  /** Places of one answer. */
  places: 1_000,
  /** Videos in which places are looked for, the newest first. */
  videos: 200,
  /** Words of one transcript that sound like a term. */
  proposals: 100,
  /** Changes that people made in transcripts and that may become terms. */
  corrections: 200,
  /** Problems that an import names. */
  problems: 100,
};

/** One line of some words, with single spaces. */
const wording = z
  .string()
  .transform((text) => typedLine(text).replace(/\s+/gu, ' '))
  .pipe(
    z
      .string()
      .min(1, 'Please enter a word.')
      .max(
        glossaryLimits.length,
        `A term or wrong form has at most ${String(glossaryLimits.length)} characters.`,
      )
      .refine((text) => /[\p{L}\p{N}]/u.test(text), 'A term or wrong form has at least a letter or a digit.')
      .refine(
        (text) => text.split(' ').length <= glossaryLimits.words,
        `A term or wrong form has at most ${String(glossaryLimits.words)} words.`,
      ),
  )
  .meta({ minLength: 1, maxLength: glossaryLimits.length });

const wrongForm = wording
  .refine((text) => !text.includes(';'), 'A wrong form cannot contain a semicolon.')
  .refine(
    (text) => /^[\p{L}\p{N}](?:.*[\p{L}\p{N}\p{M}])?$/u.test(text),
    'A wrong form begins and ends with a letter or a digit.',
  );

const termId = z.string().regex(/^[\w-]{1,64}$/, 'That is not the id of a term.');

/** A term as a person writes it. */
export const newGlossaryTerm = z.object({
  id: termId.optional().describe('Absent for a new term.'),
  term: wording.describe('A name as it is written.'),
  wrongForms: z
    .array(wrongForm)
    .max(glossaryLimits.wrongForms, `A term has at most ${String(glossaryLimits.wrongForms)} wrong forms.`)
    .describe('How the speech recognition writes it. Words in this form are replaced by the term.'),
  isCaseSensitive: z
    .boolean()
    .describe('Whether only words in exactly this case are wrong forms, such as `apple` for `Apple`.'),
});

/** A change of words that a person made in transcripts, folded in `from`. */
const correction = z.object({ from: z.string().max(500), to: z.string().max(500) });

/** What a person has said yes to. */
const ordinaryForms = z
  .array(wrongForm)
  .max(glossaryLimits.terms * glossaryLimits.wrongForms)
  .optional()
  .describe('New wrong forms that are ordinary English words, and are replaced everywhere all the same.');

/** `PUT /glossary` */
export const glossaryBody = z.object({
  terms: z
    .array(newGlossaryTerm)
    .max(glossaryLimits.terms, `A glossary has at most ${String(glossaryLimits.terms)} terms.`)
    .describe('The whole list.'),
  version: z.number().int().describe('The `version` that was edited.'),
  dismissed: z
    .array(correction)
    .max(glossaryLimits.corrections)
    .optional()
    .describe(
      'Offers and proposals that are not made again: `from` is an offer’s `from`, or a proposal’s `found`.',
    ),
  ordinaryForms,
});

/** `POST /glossary/import` */
export const glossaryImportBody = z.object({
  csv: z
    .string()
    .max(1_000_000, 'The file is too large.')
    .describe(
      'As `GET /glossary.csv`: `term,wrong forms,case sensitive`; the last two columns may be absent.',
    ),
  ordinaryForms,
});

/** `GET /glossary/places` */
export const glossaryPlacesQuery = z.object({
  videoId: publicVideoId.optional().describe('Only this video.'),
  after: z
    .string()
    .regex(/^[\w.-]{1,300}$/, 'That is not a cursor of places.')
    .optional()
    .describe('The `next` of the previous answer.'),
});

export const glossaryTerm = newGlossaryTerm.extend({ id: termId });

export const glossaryOffer = correction.extend({
  count: z.number().int().describe('How often people have made this change.'),
});

export const glossary = z.object({
  terms: z.array(glossaryTerm),
  version: z.number().int().describe('Rises with each change of the terms; 0: there never were any.'),
  offers: z
    .array(glossaryOffer)
    .describe(
      'Changes that people have made in transcripts, once to a name or else at least twice, which may become wrong forms; the newest first.',
    ),
});

export const glossaryPlace = z.object({
  videoId: z.string(),
  title: z.string().describe('The title of the video.'),
  before: z
    .array(transcriptLine)
    .describe('The lines as they are: one, or more where wrong forms run from one line to the next.'),
  after: z.array(transcriptLine).describe('The lines with the terms.'),
  words: z.array(z.object({ found: z.string(), term: z.string() })).describe('What is replaced, in order.'),
  isConfirmed: z.literal(true).describe('A person has said that these are wrong forms.'),
});

/** Each place is a change for `PATCH /muxvideos/{id}/transcript`; no two of them contain the same line. */
export const glossaryPlaces = z.object({
  places: z.array(glossaryPlace).describe('By video, the newest first, and in the order of its lines.'),
  isComplete: z.boolean().describe('False: there may be more, after `next`.'),
  next: z.string().nullable().describe('Send it as `after` to get the rest; null when complete.'),
});

export const glossaryProposal = z.object({
  found: z.string().describe('Words of the transcript.'),
  term: z.string().describe('The term that they sound like.'),
  lines: z.number().int().describe('How many lines contain them.'),
  example: transcriptLine.describe('The first of these lines.'),
});

export const glossaryProposals = z.object({ proposals: z.array(glossaryProposal) });

export const glossaryImport = z.object({
  added: z.number().int().describe('New terms.'),
  changed: z.number().int().describe('Terms that got wrong forms, or another case.'),
  problems: z
    .array(z.object({ line: z.number().int().describe('From 1.'), problem: z.string() }))
    .describe('Wrong lines; when there are any, nothing was imported.'),
  leftOut: z
    .array(z.object({ line: z.number().int().describe('From 1.'), form: z.string(), term: z.string() }))
    .describe(
      'Wrong forms that are ordinary English words, by line: they were not imported. `ordinaryForms` of the request imports them.',
    ),
});

/** New wrong forms that a person has to confirm, as `ordinaryForms` of the request. */
export const unconfirmedForms = z.object({ ordinaryForms: z.array(z.string()) });

export type GlossaryTerm = z.infer<typeof glossaryTerm>;
export type NewGlossaryTerm = z.infer<typeof newGlossaryTerm>;
export type GlossaryBody = z.infer<typeof glossaryBody>;
export type GlossaryImportBody = z.infer<typeof glossaryImportBody>;
export type GlossaryPlacesQuery = z.infer<typeof glossaryPlacesQuery>;
export type GlossaryOffer = z.infer<typeof glossaryOffer>;
export type Glossary = z.infer<typeof glossary>;
export type GlossaryPlace = z.infer<typeof glossaryPlace>;
export type GlossaryPlaces = z.infer<typeof glossaryPlaces>;
export type GlossaryProposal = z.infer<typeof glossaryProposal>;
export type GlossaryProposals = z.infer<typeof glossaryProposals>;
export type GlossaryImport = z.infer<typeof glossaryImport>;
