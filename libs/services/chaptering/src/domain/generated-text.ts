import type { Chapter, VerifiedQuote } from './chapter.ts';

/** The verified result of a job, by kind. */
export type GeneratedText =
  | {
      readonly kind: 'chapters';
      readonly chapters: readonly Chapter[];
      readonly summary: string;
      /** Whether they are the chapters of the uploaded file. */
      readonly areOfFile: boolean;
      /** A note for the operation record on how the chapters were generated; else empty. */
      readonly msg: string;
    }
  | { readonly kind: 'summary'; readonly summary: string }
  | {
      readonly kind: 'quotes';
      readonly quotes: readonly VerifiedQuote[];
      /** The number that was requested; a short chapter may have fewer. */
      readonly chosen: number;
    }
  | { readonly kind: 'search'; readonly text: string };
