import type { z } from 'zod';

/** The chapters of the document. */
export const apiTags = {
  Account: 'Registration, sign-in, who the token belongs to, and what is kept about them.',
  Prompts: 'What a person asks of the words the product writes.',
  Upload: 'A recording goes in.',
  Videos: 'The library: videos with their transcripts, chapters and quotes.',
  Editor: 'Chapters are written anew, their quotes and answers too, and clips are cut.',
  Search: 'A word in the whole library.',
  Staff: 'Users, videos, token histories and the audit log, for whoever runs the product.',
} as const;

export type ApiTag = keyof typeof apiTags;

/** Failures that a call has words of its own for. */
export type FailureStatus = 400 | 401 | 403 | 404 | 405 | 409 | 410 | 413 | 429 | 503;

/**
 * Whose token a call takes: none, a user’s, or that of a member of staff; `owner` is staff of that role alone. A token of
 * the one kind is as good as none to calls of the other.
 */
export type Caller = 'anyone' | 'user' | 'staff' | 'owner';

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
  /** Left out: a user. */
  readonly caller?: Caller;
  /** The variables of the path. */
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: BodyOf<z.ZodType>;
  /** What a success answers: JSON with the envelope, or a file. */
  readonly answer: AnswerOf<z.ZodType> | FileAnswer;
  /** Failures of this call beside those that every call of its kind has, and when they come. */
  readonly failures?: Partial<Record<FailureStatus, string | OwnFailure>>;
}

/** A failure whose answer carries more than a sentence. */
export interface OwnFailure {
  readonly when: string;
  /** The whole answer. */
  readonly schema: z.ZodType;
}

interface BodyOf<Schema extends z.ZodType> {
  readonly schema: Schema;
  readonly example: z.input<Schema>;
  /** Whether the call may be made without any. */
  readonly isOptional?: true;
}

/** A success that is no JSON: bytes of one media type. */
export interface FileAnswer {
  readonly file: 'application/zip';
  readonly description: string;
}

interface AnswerOf<Schema extends z.ZodType> {
  readonly schema: Schema;
  readonly example: z.output<Schema>;
}

/** A route whose examples are what its schemas say. */
export function apiRoute<Answer extends z.ZodType, Body extends z.ZodType = z.ZodType>(
  route: Omit<ApiRoute, 'answer' | 'body'> & {
    readonly answer: AnswerOf<Answer> | FileAnswer;
    readonly body?: BodyOf<Body>;
  },
): ApiRoute {
  return route;
}

/** Whose token the call takes. */
export function callerOf({ caller = 'user' }: ApiRoute): Caller {
  return caller;
}

/** An answer whose example is what its schema says, for several routes. */
export function answerOf<Schema extends z.ZodType>(
  schema: Schema,
  example: z.output<Schema>,
): AnswerOf<Schema> {
  return { schema, example };
}
