export { createTranscriber } from './create-transcriber.ts';
export type { LocalTranscriber, TranscriberOptions } from './create-transcriber.ts';
export type { Transcriber, Transcript, TranscriptionOutcome, TranscriptionRequest } from './transcriber.ts';
