import type { RulesReason } from '@vault/contracts';

/** A spoken line: seconds and text. */
export interface SpokenCue {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly speaker?: string;
}

/** A chapter that a writer proposes. The rules engine validates it. */
export interface ProposedChapter {
  /** Seconds; the start of a cue. */
  readonly start: number;
  readonly title: string;
  readonly summary: string;
  readonly quotes: readonly { readonly text: string }[];
}

/** The prompt of a request. It is recorded and shown unchanged. */
export interface Prompt {
  /** The base prompt and the rules. Never text of a transcript. */
  readonly system: string;
  /** Context from the recording: quotes of it, or texts about it. Data, like the cues. */
  readonly context?: string;
  /** The prompt that a person typed for this request; may be empty. */
  readonly user: string;
}

export interface TextRequest {
  /** The transcript. Data, never instructions: speakers of a webinar must not control the product. */
  readonly cues: readonly SpokenCue[];
  readonly prompt: Prompt;
  /** Whose transcript it is: work on long ones is shared among owners. */
  readonly owner?: string;
  /** Cancels the work; the promise then rejects with the reason of the signal. */
  readonly signal?: AbortSignal;
  /**
   * Awaited before each paid model call, including retries and repairs. When it rejects, nothing is sent, and the work
   * rejects with the same `AppError`. The extractive engine makes no such calls.
   */
  readonly admit?: () => Promise<void>;
}

export interface ChaptersRequest extends TextRequest {
  readonly durationSeconds: number;
  /** Quotes for each chapter, 1 to 3. */
  readonly quoteCount: number;
  /** A BCP 47 tag, for words that do not show their language. */
  readonly language?: string | undefined;
}

/** Quotes of one chapter, whose cues are given. None when nothing was said about the user prompt. */
export interface QuotesRequest extends TextRequest {
  /** 1 to 3. */
  readonly quoteCount: number;
  /** Other quotes are preferred to these if there are any. */
  readonly avoid: readonly string[];
}

/** An answer to a question about one chapter, whose cues are given. */
export type AnswerRequest = TextRequest;

export interface SummaryRequest extends TextRequest {
  /** Duration of the video, if known: the extractive engine uses it to weigh the end of the transcript. */
  readonly durationSeconds?: number;
  readonly chapters: readonly { readonly title: string; readonly summary: string }[];
}

/** The result of a generation. */
export interface Generated<Result> {
  readonly result: Result;
  /** The unchanged answer, which is recorded. */
  readonly answer: string;
}

/**
 * Generates text from a transcript. Results are proposals that the caller must validate.
 *
 * All calls fail with `AppError` `unavailable` when the model cannot be reached, after retries. After an unusable
 * answer the model is asked once more, then the extractive engine answers; this does not fail.
 */
export interface TextWriter {
  writeChapters(request: ChaptersRequest): Promise<Generated<GeneratedChapters>>;
  writeQuotes(request: QuotesRequest): Promise<Generated<readonly string[]>>;
  writeAnswer(request: AnswerRequest): Promise<Generated<string>>;
  writeSummary(request: SummaryRequest): Promise<Generated<string>>;
}

export interface GeneratedChapters {
  readonly chapters: readonly ProposedChapter[];
  readonly summary: string;
  /** Whether a language model wrote some of them. */
  readonly isByModel: boolean;
  /** Why the language model did not write all of them; absent without one, or when it did. */
  readonly reason?: RulesReason;
}
