import type { Cue } from '@vault/webvtt';

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
