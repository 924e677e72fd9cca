import { errorCodes } from '@vault/contracts';
import { type DocumentOf, documentSchema } from '@vault/store';
import { z } from 'zod';
import type { JobKind } from '../domain/jobs/job.ts';
import type { GeneratedText } from '../domain/chapters/generated-text.ts';

export const operationSchema = documentSchema(
  'operations',
  {
    ownerId: z.string(),
    videoId: z.string(),
    kind: z.custom<JobKind>(),
    /** Seconds; absent when it is about the whole video. */
    chapterStart: z.number().optional(),
    /** Empty until the prompts are made. */
    systemPrompt: z.string().default(''),
    /** Texts of the video that are sent as data; shown at the end of the system prompt. */
    contextPrompt: z.string().default(''),
    customPrompt: z.string().default(''),
    /** Requested quotes per chapter. */
    quoteCount: z.number().default(0),
    resultString: z.string().default(''),
    tokensReserved: z.number().default(0),
    tokensSent: z.number().default(0),
    tokensReceived: z.number().default(0),
    /** Its cost; absent until it has ended. */
    tokens: z.number().optional(),
    /** `queued` until it has ended; the job has the progress. */
    state: z.enum(['queued', 'done', 'failed']),
    msg: z.string().default(''),
    code: z.enum([...errorCodes, '']).default(''),
    createdAt: z.date(),
    endedAt: z.date().optional(),
    /** Commands that caused or joined it, newest last. */
    commandIds: z.array(z.string()).default([]),
    /** The result until it is committed: another worker can commit it without generating again. */
    generated: z.custom<GeneratedText>().optional(),
    /** The words that it was generated from. */
    wordsId: z.string().optional(),
  },
  {
    indexes: [
      [{ ownerId: 1, commandIds: 1 }],
      [{ ownerId: 1, videoId: 1, createdAt: -1 }],
      [{ ownerId: 1, createdAt: -1, _id: -1 }],
    ],
  },
);

/** The record of one generation for a video: its prompts, result and cost. `_id` is the id of the message that caused it. */
export type OperationDocument = DocumentOf<typeof operationSchema>;
