export type { Cue } from '@vault/webvtt';
export { createTranscriber } from './create-transcriber.ts';
export type { LocalTranscriber, TranscriberOptions } from './create-transcriber.ts';
export { joinPieces } from './transcribe-recording.ts';
export type {
  PieceRequest,
  PieceTranscriber,
  PlannedPiece,
  PlannedUtterance,
  Transcriber,
  Transcript,
  TranscriptionOutcome,
  TranscriptionPlan,
  TranscriptionRequest,
} from './transcriber.ts';
