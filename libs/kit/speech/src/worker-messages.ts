import type { TranscriptionOutcome } from './transcriber.ts';

/** What the worker is asked; one at a time. */
export interface WorkerRequest {
  audioPath: string;
  language?: string;
}

/** What the worker answers: any number of `progress`, then one of the others. */
export type WorkerAnswer =
  | { kind: 'progress'; percent: number }
  | { kind: 'done'; outcome: TranscriptionOutcome }
  | { kind: 'failed'; message: string };
