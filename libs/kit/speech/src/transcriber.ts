import type { Cue } from '@vault/webvtt';
import type { VoicedCue } from './voices-of-cues.ts';

/** The timed text of a recording. `language` is a BCP 47 tag; cues are in order and never overlap. */
export interface Transcript {
  language: string;
  cues: Cue[];
}

/** The result of a transcription that did not fail. */
export type TranscriptionOutcome =
  | { status: 'ready'; transcript: Transcript }
  | { status: 'unavailable'; reason: 'no-speech' | 'language-not-supported' };

/** One recording to transcribe. */
export interface TranscriptionRequest {
  /** A mono, 16 kHz, 16-bit WAV file, or the bare little-endian samples. */
  audioPath: string;
  /** BCP 47 tag when a person stated it; it is then not checked. Without it the language is detected. */
  language?: string;
  /** Called with percents, rising from 0 to 100; not whole ones, because the time left is estimated from them. */
  onProgress?: (percent: number) => void;
  /**
   * Called with the seconds of sound that another machine has worked on, for each try; also when that was of no use. The
   * work goes on when the promise has ended.
   */
  onSent?: (seconds: number) => unknown;
  /** Stops the work, or removes it from the queue; the promise rejects with the signal's reason. */
  signal?: AbortSignal;
}

/** Converts recorded speech to cues. */
export interface Transcriber {
  /**
   * @throws Error when the audio cannot be read, the queue is full, or the worker ends; a later request may succeed
   */
  transcribe(request: TranscriptionRequest): Promise<TranscriptionOutcome>;
  /** Ends the worker; running and queued requests reject. */
  close(): Promise<void>;
}

/** A transcriber whose work can be divided over machines: `plan`, `transcribePiece` for each, then `joinPieces`. */
export interface PieceTranscriber extends Transcriber {
  /**
   * Decides the language and cuts the recording. Its progress is the share of the recording's whole work, so it ends
   * early: the pieces do the rest.
   * @throws Error like `transcribe`
   */
  plan(request: TranscriptionRequest): Promise<TranscriptionPlan>;
  /**
   * The cues of one piece, in the time of the recording, with their voices for `joinPieces`.
   * @throws Error like `transcribe`, and when the plan has no such piece or the audio does not hold it
   */
  transcribePiece(request: PieceRequest): Promise<VoicedCue[]>;
}

/** Cues whose voices are not described. */
export interface VoicesRequest {
  /** As in `TranscriptionRequest`. */
  audioPath: string;
  /** In the time of the recording. */
  cues: readonly Cue[];
  /** The second of the recording at which the audio file starts; 0 by default. */
  offsetSeconds?: number;
  signal?: AbortSignal;
}

/** Recognition is not possible now; the same request may succeed later. */
export class TranscriberUnavailable extends Error {
  override readonly name = 'TranscriberUnavailable';
  /** Whether a server does not answer as it should, or the work of the day is used up. */
  readonly reason: 'no-answer' | 'used-up';
  /** When another try is useful at the earliest, if that is certain. */
  readonly retryAfterMs: number | undefined;

  constructor(reason: 'no-answer' | 'used-up', retryAfterMs?: number, options?: ErrorOptions) {
    super(
      reason === 'used-up' ? 'the minutes of this day are used up' : 'the server does not answer',
      options,
    );
    this.reason = reason;
    this.retryAfterMs = retryAfterMs;
  }
}

/** Recognition of this sound fails however often it is tried. The message is a sentence for the owner of the recording. */
export class TranscriptionFailed extends Error {
  override readonly name = 'TranscriptionFailed';
}

/** What `plan` found out, as JSON: about 30 kB an hour. Only `speech` has pieces. */
export interface TranscriptionPlan {
  verdict: 'speech' | 'foreign' | 'no-speech';
  /** The stated or found BCP 47 tag, else `en`. */
  language: string;
  /** In order, about five minutes each; one for a recording of up to ten minutes. */
  pieces: PlannedPiece[];
}

/** A run of whole utterances that is transcribed on its own; its audio is from second `start` to `end`. */
export interface PlannedPiece {
  start: number;
  end: number;
  utterances: PlannedUtterance[];
}

/** A part of the recording to recognise in one call; all its positions are frames of 20 ms of the whole recording. */
export interface PlannedUtterance {
  start: number;
  end: number;
  /** The quietest place near the middle: there it is halved when the decoder loops. */
  middle: number;
  /** The stretches with sound, `[start, end)`, in order; at least one. */
  spoken: [number, number][];
  /** What the plan recognised already while it decided the language; empty when there were no sure words. */
  text?: string;
  /** How sure this text is, as in `Cue`. */
  confidence?: number;
}

/** One piece to transcribe. */
export interface PieceRequest extends Omit<TranscriptionRequest, 'language'> {
  plan: TranscriptionPlan;
  /** The position of the piece in the plan. */
  index: number;
  /** The second of the recording at which the audio file starts; 0 by default. It may hold only this piece. */
  offsetSeconds?: number;
  /** How often another machine has worked on this sound before, without use. */
  sentBefore?: number;
  /** Names that may be said; a recogniser that cannot be told them ignores them. */
  hints?: readonly string[];
}
