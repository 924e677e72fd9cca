import type { Chapter, VerifiedQuote } from './chapter.ts';

/** What a job has written, checked, by its kind. */
export type WrittenWords =
  | { readonly kind: 'chapters'; readonly chapters: readonly Chapter[]; readonly summary: string }
  | { readonly kind: 'summary'; readonly summary: string }
  | { readonly kind: 'quotes'; readonly quotes: readonly VerifiedQuote[] }
  | { readonly kind: 'search'; readonly text: string };
