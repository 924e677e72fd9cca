import type { z } from 'zod';

/** The chapters of the document. */
export const apiTags = {
  Account: 'Registration, sign-in, and who the token belongs to.',
  Prompts: 'What a person asks of the words the product writes.',
  Upload: 'A recording goes in.',
  Videos: 'The library: videos with their transcripts, chapters and quotes.',
  Editor: 'Chapters are written anew, their quotes and answers too, and clips are cut.',
  Search: 'A word in the whole library.',
} as const;

export type ApiTag = keyof typeof apiTags;

/** Failures that a call has words of its own for. */
export type FailureStatus = 400 | 401 | 403 | 404 | 405 | 409 | 413 | 429 | 503;

/** One call of the API. */
export interface ApiRoute {
  /** What generated clients call it. */
  readonly id: string;
  readonly method: 'get' | 'post' | 'patch' | 'delete';
  /** Below `/api`; variables in braces. */
  readonly path: `/${string}`;
  readonly tag: ApiTag;
  readonly summary: string;
  readonly description?: string;
  /** Whether it is called without a token. */
  readonly isPublic?: true;
  /** The variables of the path. */
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: BodyOf<z.ZodType>;
  /** What a success answers, the envelope included. */
  readonly answer: AnswerOf<z.ZodType>;
  /** Failures of this call beside those that every call of its kind has, and when they come. */
  readonly failures?: Partial<Record<FailureStatus, string>>;
}

interface BodyOf<Schema extends z.ZodType> {
  readonly schema: Schema;
  readonly example: z.input<Schema>;
  /** Whether the call may be made without any. */
  readonly isOptional?: true;
}

interface AnswerOf<Schema extends z.ZodType> {
  readonly schema: Schema;
  readonly example: z.output<Schema>;
}

/** A route whose examples are what its schemas say. */
export function apiRoute<Answer extends z.ZodType, Body extends z.ZodType = z.ZodType>(
  route: Omit<ApiRoute, 'answer' | 'body'> & {
    readonly answer: AnswerOf<Answer>;
    readonly body?: BodyOf<Body>;
  },
): ApiRoute {
  return route;
}

/** An answer whose example is what its schema says, for several routes. */
export function answerOf<Schema extends z.ZodType>(
  schema: Schema,
  example: z.output<Schema>,
): AnswerOf<Schema> {
  return { schema, example };
}
