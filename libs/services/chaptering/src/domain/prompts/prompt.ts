/** The texts of a request to a writer. They are recorded and shown unchanged. */
export interface Prompt {
  /** The base prompt and the rules. Never text of a transcript. */
  readonly system: string;
  /** Context from the recording: quotes of it, or texts about it. Data, like the cues. */
  readonly context?: string;
  /** What a person typed for this request; may be empty. */
  readonly user: string;
}
