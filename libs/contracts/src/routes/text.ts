import { z } from 'zod';

/** Controls, line separators, and marks that turn the direction of text: they can make one text look like another. */
const unseen = /[\p{Cc}\p{Zl}\p{Zp}\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]+/gu;
/** As {@link unseen}, but line breaks and tabs stay. */
const unseenInParagraphs = /(?![\n\t])[\p{Cc}\p{Zl}\p{Zp}\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]+/gu;

/** One line that a person typed, of at most `max` characters. */
export function lineOfText(max: number) {
  return z
    .string()
    .transform((text) => text.replace(unseen, ' ').trim())
    .pipe(z.string().max(max))
    .meta({ maxLength: max });
}

/** Text that a person typed, with line breaks, of at most `max` characters. */
export function paragraphs(max: number) {
  return z
    .string()
    .transform((text) => text.replace(/\r\n?/g, '\n').replace(unseenInParagraphs, ' ').trim())
    .pipe(z.string().max(max))
    .meta({ maxLength: max });
}
