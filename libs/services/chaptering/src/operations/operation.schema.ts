import { documentSchema } from '@vault/store';
import type { ErrorCode } from '@vault/contracts';
import type { JobKind } from '../domain/job.ts';
import type { GeneratedText } from '../domain/generated-text.ts';

/** The record of one generation for a video: its prompts, result and cost. */
export interface OperationDocument {
  /** The id of the message that caused it. */
  _id: string;
  ownerId: string;
  videoId: string;
  kind: JobKind;
  /** Seconds; absent when it is about the whole video. */
  chapterStart?: number;
  /** Empty until the prompts are made. */
  systemPrompt: string;
  /** Texts of the video that are sent as data; shown at the end of the system prompt. */
  contextPrompt: string;
  customPrompt: string;
  /** Requested quotes per chapter. */
  quoteCount: number;
  resultString: string;
  tokensReserved: number;
  tokensSent: number;
  tokensReceived: number;
  /** Its cost; absent until it has ended. */
  tokens?: number;
  /** `queued` until it has ended; the job has the progress. */
  state: 'queued' | 'done' | 'failed';
  msg: string;
  code: ErrorCode | '';
  createdAt: Date;
  endedAt?: Date;
  /** Commands that caused or joined it, newest last. */
  commandIds: string[];
  /** The result until it is committed: another worker can commit it without generating again. */
  generated?: GeneratedText;
  /** The words that it was generated from. */
  wordsId?: string;
}

const required = { type: String, required: true };
const text = { type: String, default: '' };
const count = { type: Number, default: 0 };

export const operationSchema = documentSchema<OperationDocument>(
  'operations',
  {
    ...{ ownerId: required, videoId: required, kind: required as never },
    chapterStart: Number,
    ...{ systemPrompt: text, contextPrompt: text, customPrompt: text },
    ...{ resultString: text, msg: text, code: text as never },
    ...{ quoteCount: count, tokensReserved: count, tokensSent: count, tokensReceived: count },
    state: required as never,
    tokens: Number,
    createdAt: { type: Date, required: true },
    endedAt: Date,
    commandIds: { type: [String], default: [] },
    generated: Object as never,
    wordsId: String,
  },
  { minimize: false },
);
operationSchema.index({ ownerId: 1, commandIds: 1 });
operationSchema.index({ ownerId: 1, videoId: 1, createdAt: -1 });
operationSchema.index({ ownerId: 1, createdAt: -1, _id: -1 });
