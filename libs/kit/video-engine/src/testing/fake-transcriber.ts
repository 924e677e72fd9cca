import type { Cue, PieceTranscriber, TranscriptionOutcome, TranscriptionPlan } from '@vault/speech';

/** A transcriber that returns `outcome` at once. */
export class FakeTranscriber implements Pick<PieceTranscriber, 'plan' | 'transcribePiece'> {
  outcome: TranscriptionOutcome = {
    status: 'ready',
    transcript: { language: 'en', cues: [{ start: 0, end: 1.5, text: 'Good morning & welcome.' }] },
  };
  /** Pieces of the next recordings. Each has one cue of the outcome, and lasts 0.1 s. */
  pieces = 1;
  calls = 0;
  /** Errors of the next pieces. */
  failures: Error[] = [];
  /** What each plan, and each piece that fails, says to have sent. */
  sentSeconds = 0;
  /** The positions of the transcribed pieces. */
  readonly transcribed: number[] = [];
  /** How often each piece had been sent before, for each try. */
  readonly sentBefore: (number | undefined)[] = [];
  /** What the transcribed pieces were told. */
  readonly hints: (readonly string[] | undefined)[] = [];

  plan(request: Parameters<PieceTranscriber['plan']>[0]): Promise<TranscriptionPlan> {
    this.calls += 1;
    if (this.sentSeconds > 0) request.onSent?.(this.sentSeconds);
    request.onProgress?.(50);
    const { outcome } = this;
    const times = Array.from({ length: this.pieces }, (_, at) => ({ start: at / 10, end: (at + 1) / 10 }));
    const pieces = times.map((time) => ({ ...time, utterances: [] }));
    if (outcome.status === 'ready')
      return Promise.resolve({ verdict: 'speech', language: outcome.transcript.language, pieces });
    const verdict = outcome.reason === 'no-speech' ? 'no-speech' : 'foreign';
    return Promise.resolve({ verdict, language: 'en', pieces: [] });
  }

  async transcribePiece({
    index,
    plan,
    hints,
    onSent,
    sentBefore,
  }: Parameters<PieceTranscriber['transcribePiece']>[0]): Promise<Cue[]> {
    this.sentBefore.push(sentBefore);
    const failure = this.failures.shift();
    if (failure && this.sentSeconds > 0) await onSent?.(this.sentSeconds);
    if (failure) throw failure;
    this.transcribed.push(index);
    this.hints.push(hints);
    const cues = this.outcome.status === 'ready' ? this.outcome.transcript.cues : [];
    return plan.pieces.length === 1 ? cues : cues.slice(index, index + 1);
  }
}
