import type { z } from 'zod';
import type { Permission } from '../rules/roles.ts';

/** The tags of the document, with their descriptions. */
export const apiTags = {
  Account: 'Registration, sign-in, the user of the token, and their account.',
  Workspaces: 'The workspace of a person, and teams with their members.',
  Prompts: 'The prompts for generated text.',
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
 * The kind of token that a call takes: none, of a user, or of a member of staff; `owner` is staff with that role, and
 * `ticket` a user whose query may have a ticket instead. A token of the wrong kind is refused like a missing one.
 */
export type Caller = 'anyone' | 'user' | 'ticket' | 'staff' | 'owner';

/** Whether the call takes a token of staff. */
export function isStaff(caller: Caller): boolean {
  return caller === 'staff' || caller === 'owner';
}

/** The call of a route: its method, and its path below `/api` with variables in braces. */
type Call = `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`;

/** What a route says beside the schemas of its input and its answer. */
interface RouteFacts {
  readonly summary: string;
  readonly description?: string;
  /** Whether a client may choose an idempotency key for the call; absent: in each call that is no GET. */
  readonly hasKey?: boolean;
  /** Answers have an entity tag; 304 to a client that sends it back while nothing changes. */
  readonly isConditional?: true;
  /** Counts as a try to sign in: an address has few of them in a minute. */
  readonly isThrottled?: true;
  /** Maximum size of the body in bytes, where it is not 1 MiB. */
  readonly bodyLimit?: number;
  /** Takes a form of at most 16 KiB instead of JSON: a server of somebody else calls it, and no browser may. */
  readonly takesForm?: true;
  /** When this call fails, in addition to the common failures of its kind. */
  readonly failures?: Partial<Record<FailureStatus, string | OwnFailure>>;
}

/** One call of the API, with the types of its input and its answer. */
export interface Route<
  Who extends Caller = Caller,
  Params extends z.ZodObject = z.ZodObject,
  Query extends z.ZodObject = z.ZodObject,
  Body extends z.ZodType = z.ZodType,
  Answer extends RouteAnswer = RouteAnswer,
> extends RouteFacts {
  readonly tag: ApiTag;
  readonly call: Call;
  readonly caller: Who;
  /** What a user needs in the workspace of the request. */
  readonly needs?: Permission | undefined;
  /** The variables of the path. An id that is invalid is answered 404, with the message of its schema. */
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: BodyOf<Body>;
  readonly answer: Answer;
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

/** The answer of a success: JSON with the envelope, or a file. */
export type RouteAnswer = JsonAnswer<z.ZodType> | FileAnswer;

export interface JsonAnswer<Schema extends z.ZodType> {
  readonly schema: Schema;
  readonly example: z.output<Schema>;
  /** Every success is answered with the example. */
  readonly isFixed?: true;
}

/** A success that answers a file instead of JSON. */
export interface FileAnswer {
  readonly file: 'application/zip' | 'application/x-ndjson' | 'text/csv' | 'text/event-stream';
  readonly description: string;
}

/** Whoever has a token of a user is a member of a workspace, so their calls say what they need in it. */
type NeedsOf<Who extends Caller> = Who extends 'user' | 'ticket'
  ? { readonly needs: Permission }
  : { readonly needs?: undefined };

type NoFields = z.ZodObject<Record<string, never>>;

/** Defines a route; the types require examples that match its schemas. */
export function route<
  Answer extends RouteAnswer,
  Who extends Caller = 'user',
  Params extends z.ZodObject = NoFields,
  Query extends z.ZodObject = NoFields,
  Body extends z.ZodType = z.ZodUndefined,
>(
  tag: ApiTag,
  call: Call,
  rest: Omit<Route<Who, Params, Query, Body, Answer>, 'tag' | 'call' | 'caller' | 'needs'> &
    NeedsOf<Who> & { readonly caller?: Who },
): Route<Who, Params, Query, Body, Answer> {
  // Who is not told otherwise is a user: the default of the type.
  return { tag, call, ...rest, caller: rest.caller ?? ('user' as Who) };
}
