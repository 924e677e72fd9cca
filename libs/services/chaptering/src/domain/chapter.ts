import type { SpokenCue } from '@vault/integrations';

export type Cue = SpokenCue;

/** Words that were said, and where: `at` is two seconds before they begin. */
export interface VerifiedQuote {
  readonly text: string;
  /** Seconds. */
  readonly at: number;
}

export interface Chapter {
  /** Seconds; 0 or the start of a cue. */
  readonly start: number;
  readonly title: string;
  readonly summary: string;
  /** Written by the search prompt; empty until then. */
  readonly searchText: string;
  readonly quotes: readonly VerifiedQuote[];
}
