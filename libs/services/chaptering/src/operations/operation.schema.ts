import type { ErrorCode } from '@vault/contracts';
import { Schema } from 'mongoose';
import type { JobKind } from '../domain/job.ts';
import type { WrittenWords } from '../domain/written-words.ts';

/** Something that was written for a video: what was sent, what came back, and what it came to. */
export interface OperationDocument {
  /** The id of the message that set it off. */
  _id: string;
  ownerId: string;
  videoId: string;
  kind: JobKind;
  /** Seconds; absent when it is about the whole video. */
  chapterStart?: number;
  /** Empty until it is known what is sent. */
  systemPrompt: string;
  /** What was given along of the recording; shown as the end of the system prompt. */
  contextPrompt: string;
  customPrompt: string;
  /** Quotes wanted of each chapter. */
  quoteCount: number;
  resultString: string;
  tokensReserved: number;
  tokensSent: number;
  tokensReceived: number;
  /** What it cost, once it has ended; records of older versions do not say. */
  tokens?: number;
  /** `queued` until it has ended; how far it is, its job knows. */
  state: 'queued' | 'done' | 'failed';
  msg: string;
  code: ErrorCode | '';
  createdAt: Date;
  endedAt?: Date;
  /** Commands that set it off or joined it, newest last. */
  commandIds: string[];
  /** What was written, from then until it is committed: nobody has to write it twice. */
  written?: WrittenWords;
}

const required = { type: String, required: true };
const text = { type: String, default: '' };
const count = { type: Number, default: 0 };

export const operationSchema = new Schema<OperationDocument>(
  {
    ...{ _id: required, ownerId: required, videoId: required, kind: required as never },
    chapterStart: Number,
    ...{ systemPrompt: text, contextPrompt: text, customPrompt: text },
    ...{ resultString: text, msg: text, code: text as never },
    ...{ quoteCount: count, tokensReserved: count, tokensSent: count, tokensReceived: count },
    state: required as never,
    tokens: Number,
    createdAt: { type: Date, required: true },
    endedAt: Date,
    commandIds: { type: [String], default: [] },
    written: Object as never,
  },
  { versionKey: false, minimize: false, collection: 'operations' },
);
operationSchema.index({ ownerId: 1, commandIds: 1 });
operationSchema.index({ ownerId: 1, videoId: 1, createdAt: -1 });
operationSchema.index({ ownerId: 1, createdAt: -1, _id: -1 });
