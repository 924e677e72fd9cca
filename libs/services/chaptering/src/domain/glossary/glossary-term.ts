/** How a name is written, and what speech recognition makes of it. */
export interface GlossaryTerm {
  readonly id: string;
  readonly term: string;
  readonly wrongForms: readonly string[];
  /** Whether wrong forms are found only in exactly their case. */
  readonly isCaseSensitive: boolean;
}
