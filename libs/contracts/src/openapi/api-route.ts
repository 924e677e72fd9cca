import type { z } from 'zod';

/** The tags of the document, with their descriptions. */
export const apiTags = {
  Account: 'Registration, sign-in, the user of the token, and their account.',
  Prompts: 'The prompts of a person for generated text.',
  Upload: 'Upload a recording.',
  Videos: 'The library: videos with their transcripts, chapters and quotes.',
  Glossary: 'How names are written, and the wrong forms that speech recognition makes of them.',
  Editor: 'Regenerate chapters, quotes, summaries and answers; cut clips.',
  Links: 'Links to moments of videos that work for anyone.',
  Portals: 'Public pages of videos, to open or to embed.',
  Search: 'Search the whole library.',
  Staff: 'Users, videos, token histories and the audit log, for staff.',
} as const;

export type ApiTag = keyof typeof apiTags;

/** Failures that a call can describe itself. */
export type FailureStatus = 400 | 401 | 403 | 404 | 405 | 409 | 410 | 413 | 422 | 429 | 503;

/**
 * The kind of token that a call takes: none, of a user, or of a member of staff; `owner` is staff with that role. A
 * token of the wrong kind is refused like a missing one.
 */
export type Caller = 'anyone' | 'user' | 'staff' | 'owner';

/** One call of the API. */
export interface ApiRoute {
  /** Name in generated clients. */
  readonly id: string;
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** Below `/api`; variables in braces. */
  readonly path: `/${string}`;
  readonly tag: ApiTag;
  readonly summary: string;
  readonly description?: string;
  /** Absent: a user. */
  readonly caller?: Caller;
  /** The variables of the path. */
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: BodyOf<z.ZodType>;
  /** The answer of a success: JSON with the envelope, or a file. */
  readonly answer: AnswerOf<z.ZodType> | FileAnswer;
  /** Whether a client may choose an idempotency key for the call; absent: in each call that is no GET. */
  readonly hasKey?: boolean;
  /** Answers have an entity tag; 304 to a client that sends it back while nothing changes. */
  readonly isConditional?: true;
  /** When this call fails, in addition to the common failures of its kind. */
  readonly failures?: Partial<Record<FailureStatus, string | OwnFailure>>;
}

/** A failure whose answer contains more than a sentence. */
export interface OwnFailure {
  readonly when: string;
  /** The whole answer. */
  readonly schema: z.ZodType;
}

interface BodyOf<Schema extends z.ZodType> {
  readonly schema: Schema;
  readonly example: z.input<Schema>;
  /** Whether the body may be absent. */
  readonly isOptional?: true;
}

/** A success that answers a file instead of JSON. */
export interface FileAnswer {
  readonly file: 'application/zip' | 'text/csv' | 'text/event-stream';
  readonly description: string;
}

interface AnswerOf<Schema extends z.ZodType> {
  readonly schema: Schema;
  readonly example: z.output<Schema>;
}

/** Defines a route; the types require examples that match its schemas. */
export function apiRoute<Answer extends z.ZodType, Body extends z.ZodType = z.ZodType>(
  route: Omit<ApiRoute, 'answer' | 'body'> & {
    readonly answer: AnswerOf<Answer> | FileAnswer;
    readonly body?: BodyOf<Body>;
  },
): ApiRoute {
  return route;
}

/** Whether a client may choose an idempotency key for the call. */
export function hasKey({ hasKey: own, method }: ApiRoute): boolean {
  return own ?? method !== 'get';
}

/** The kind of token that the call takes. */
export function callerOf({ caller = 'user' }: ApiRoute): Caller {
  return caller;
}

/** Defines an answer that several routes share; the types require an example that matches its schema. */
export function answerOf<Schema extends z.ZodType>(
  schema: Schema,
  example: z.output<Schema>,
): AnswerOf<Schema> {
  return { schema, example };
}
