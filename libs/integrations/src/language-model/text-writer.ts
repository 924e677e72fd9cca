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

/** What is asked of a writer in words. It is recorded and shown as it stands here. */
export interface Prompt {
  /** What always holds: the base prompt and the rules. Never words of a transcript. */
  readonly system: string;
  /** What is given along of the recording: words that were said in it, or written about it. Data, as the cues are. */
  readonly context?: string;
  /** What a person typed for this one time; empty when nothing. */
  readonly user: string;
}

interface Asked {
  /** The words it is about. Data, never instructions: whoever speaks in a webinar gives no orders to the product. */
  readonly cues: readonly SpokenCue[];
  readonly prompt: Prompt;
  /** Ends the work early; the promise then rejects with the reason of the signal. */
  readonly signal?: AbortSignal;
  /**
   * Awaited before each call that whoever runs the product pays for, tries and repairs included. Where it rejects,
   * nothing is sent, and the work rejects with the same `AppError`. The keyless engine makes no such calls.
   */
  readonly admit?: () => Promise<void>;
}

export interface ChaptersAsked extends Asked {
  readonly durationSeconds: number;
  /** Quotes for each chapter, 1 to 3. */
  readonly quoteCount: number;
}

/** Quotes of one chapter, whose cues are given. */
export interface QuotesAsked extends Asked {
  /** 1 to 3. */
  readonly quoteCount: number;
  /** Quotes the chapter has now: who asks anew without a wish wants others, as far as there are any. */
  readonly avoid: readonly string[];
}

/** An answer to a question about one chapter, whose cues are given. */
export type AnswerAsked = Asked;

export interface SummaryAsked extends Asked {
  /** Of the video, where it is known: the keyless engine weighs by it what lies behind the last words. */
  readonly durationSeconds?: number;
  readonly chapters: readonly { readonly title: string; readonly summary: string }[];
}

/** What came back. */
export interface Written<Result> {
  readonly result: Result;
  /** The answer word for word, as it is recorded. */
  readonly answer: string;
}

/**
 * Writes about what was said. Proposals only: whoever asks checks them.
 *
 * All calls fail with `AppError` `unavailable` when the writer cannot be reached for good, after retries of its own;
 * an answer that makes no sense is repaired once, then written by the keyless engine, and is no failure.
 */
export interface TextWriter {
  writeChapters(asked: ChaptersAsked): Promise<Written<WrittenChapters>>;
  writeQuotes(asked: QuotesAsked): Promise<Written<readonly string[]>>;
  writeAnswer(asked: AnswerAsked): Promise<Written<string>>;
  writeSummary(asked: SummaryAsked): Promise<Written<string>>;
}

export interface WrittenChapters {
  readonly chapters: readonly ProposedChapter[];
  readonly summary: string;
}
