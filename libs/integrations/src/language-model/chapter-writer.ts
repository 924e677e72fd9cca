/** A spoken line: seconds and text. */
export interface SpokenCue {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly speaker?: string;
}

/** What a writer proposes. The rules engine decides what becomes of it. */
export interface ProposedChapter {
  /** Seconds; the start of a cue. */
  readonly start: number;
  readonly title: string;
  readonly summary: string;
  readonly quotes: readonly { readonly text: string }[];
}

export interface WritingRequest {
  readonly cues: readonly SpokenCue[];
  readonly durationSeconds: number;
  /** 1 to 3. */
  readonly quoteCount: number;
  readonly signal?: AbortSignal;
}

/** Turns a transcript into chapters and a summary. */
export interface ChapterWriter {
  write(request: WritingRequest): Promise<{ chapters: readonly ProposedChapter[]; summary: string }>;
}
