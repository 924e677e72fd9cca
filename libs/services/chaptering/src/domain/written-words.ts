import type { Chapter, VerifiedQuote } from './chapter.ts';

/** What a job has written, checked, by its kind. */
export type WrittenWords =
  | {
      readonly kind: 'chapters';
      readonly chapters: readonly Chapter[];
      readonly summary: string;
      /** What there is to know of how they were written; else empty. */
      readonly msg: string;
    }
  | { readonly kind: 'summary'; readonly summary: string }
  | {
      readonly kind: 'quotes';
      readonly quotes: readonly VerifiedQuote[];
      /** How many were to be found; a short chapter may not hold as many. */
      readonly chosen: number;
    }
  | { readonly kind: 'search'; readonly text: string };
