import { z } from 'zod';
import { typedLine, typedParagraphs } from '../../text/visible-text.ts';

/** One line that a person typed, of at most `max` characters. */
export function lineOfText(max: number) {
  return z.string().transform(typedLine).pipe(z.string().max(max)).meta({ maxLength: max });
}

/** Text that a person typed, with line breaks, of at most `max` characters. */
export function paragraphs(max: number) {
  return z.string().transform(typedParagraphs).pipe(z.string().max(max)).meta({ maxLength: max });
}
