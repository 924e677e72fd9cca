import type { ChaptersMethod, RulesReason } from '@vault/contracts';
import type { Chapter, Quote } from './chapter.ts';

/** The language of the words, as detected, and what wrote the chapters. */
export interface ChaptersOrigin {
  /** ISO 639-1, or `und`. */
  readonly language: string;
  readonly method: ChaptersMethod;
  /** Why a language model did not write all of them; absent without one, or when it did. */
  readonly reason?: RulesReason;
}

/** The verified result of a job, by kind. */
export type GeneratedText =
  | {
      readonly kind: 'chapters';
      readonly chapters: readonly Chapter[];
      readonly summary: string;
      /** Whether they are the chapters of the uploaded file. */
      readonly areOfFile: boolean;
      /** Absent for those of the file, and without words. */
      readonly origin?: ChaptersOrigin;
      /** A note for the operation record on how the chapters were generated; else empty. */
      readonly msg: string;
    }
  | { readonly kind: 'summary'; readonly summary: string }
  | {
      readonly kind: 'quotes';
      readonly quotes: readonly Quote[];
      /** The number that was requested; a short chapter may have fewer. */
      readonly chosen: number;
    }
  | { readonly kind: 'search'; readonly text: string };
