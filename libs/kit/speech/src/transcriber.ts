import type { Cue } from '@vault/webvtt';

/** What was said in a recording, and when. `language` is a BCP 47 tag; cues are in order and never overlap. */
export interface Transcript {
  language: string;
  cues: Cue[];
}

/** How a transcription ended when nothing went wrong. */
export type TranscriptionOutcome =
  | { status: 'ready'; transcript: Transcript }
  | { status: 'unavailable'; reason: 'no-speech' | 'language-not-supported' };

/** One recording to transcribe. */
export interface TranscriptionRequest {
  /** A mono, 16 kHz, 16-bit WAV file, or the bare little-endian samples. */
  audioPath: string;
  /** BCP 47 tag when a person stated it; it is then believed. Without it the language is found out. */
  language?: string;
  /** Called with whole percents, rising from 0 to 100. */
  onProgress?: (percent: number) => void;
  /** Stops the work, or takes it out of the queue; the promise rejects with the signal's reason. */
  signal?: AbortSignal;
}

/** Turns recorded speech into cues. */
export interface Transcriber {
  /**
   * @throws Error when the audio cannot be read, the queue is full, or the worker dies; a later request may work
   */
  transcribe(request: TranscriptionRequest): Promise<TranscriptionOutcome>;
  /** Ends the worker; what is running or queued rejects. */
  close(): Promise<void>;
}
