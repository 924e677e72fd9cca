import type { Cue } from '@vault/webvtt';
import type { PlannedPiece, TranscriptionOutcome, TranscriptionPlan } from './transcriber.ts';
import type { VoicedCue } from './voices-of-cues.ts';

/** A request to the worker; one at a time. */
export type WorkerRequest =
  | { kind: 'whole' | 'plan'; audioPath: string; language?: string }
  | { kind: 'piece'; audioPath: string; piece: PlannedPiece; offsetSeconds: number }
  | { kind: 'voices'; audioPath: string; cues: readonly Cue[]; offsetSeconds: number };

/** The result of each kind of request. */
export interface WorkerResults {
  whole: TranscriptionOutcome;
  plan: TranscriptionPlan;
  piece: VoicedCue[];
  voices: VoicedCue[];
}

export type WorkerResult = WorkerResults[WorkerRequest['kind']];

/** Answers of the worker: any number of `progress` and `unaligned`, then one of the others. */
export type WorkerAnswer =
  | { kind: 'progress'; percent: number }
  /** The times of some words are estimates. */
  | { kind: 'unaligned'; message: string }
  | { kind: 'done'; result: WorkerResult }
  | { kind: 'failed'; message: string };
