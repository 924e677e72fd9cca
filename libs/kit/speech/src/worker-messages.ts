import type { TranscriptionOutcome } from './transcriber.ts';

/** A request to the worker; one at a time. */
export interface WorkerRequest {
  audioPath: string;
  language?: string;
}

/** Answers of the worker: any number of `progress`, then one of the others. */
export type WorkerAnswer =
  | { kind: 'progress'; percent: number }
  | { kind: 'done'; outcome: TranscriptionOutcome }
  | { kind: 'failed'; message: string };
