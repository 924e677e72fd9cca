export type { Cue } from '@vault/webvtt';
export { createTranscriber } from './create-transcriber.ts';
export type { LocalTranscriber, TranscriberOptions } from './create-transcriber.ts';
export { cuesOfSegments } from './cues-of-segments.ts';
export type { TextSegment } from './words/heard-words.ts';
export { joinPieces } from './join-pieces.ts';
export { PcmFile, sampleRate } from './sound/pcm-file.ts';
export { TranscriberUnavailable, TranscriptionFailed } from './transcriber.ts';
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
  VoicesRequest,
} from './transcriber.ts';
export type { VoicedCue } from './voices-of-cues.ts';
export { endsSentence, joinWords } from './words/unspaced-scripts.ts';
