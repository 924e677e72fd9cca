import { z } from 'zod';
import type { ZodOpenApiResponseObject } from 'zod-openapi';
import { errorEnvelope } from '../envelope.ts';
import { callerOf, type ApiRoute, type Caller, type FailureStatus, type OwnFailure } from './api-route.ts';

const envelope = { 'application/json': { schema: errorEnvelope } };
const unauthorized = { 'text/plain': { schema: z.literal('Unauthorized') } };
const forbidden = { 'text/plain': { schema: z.literal('Forbidden') } };

/** Failures that many calls have in common, once each. */
const usual = {
  unreadable: {
    id: 'Unreadable',
    description: 'What was sent cannot be read, or breaks a rule that `msg` names.',
    content: envelope,
  },
  unauthorized: {
    id: 'Unauthorized',
    description: 'No token, or one that holds no more.',
    content: unauthorized,
  },
  forbidden: {
    id: 'Forbidden',
    description: 'The account is switched off, or the `userId` is another person’s.',
    content: forbidden,
  },
  staffUnauthorized: {
    id: 'StaffUnauthorized',
    description: 'No token of a member of staff, or one that holds no more.',
    content: unauthorized,
  },
  staffForbidden: {
    id: 'StaffForbidden',
    description: 'The account of this member of staff is switched off.',
    content: forbidden,
  },
  ownersOnly: {
    id: 'OwnersOnly',
    description:
      'Only an owner may do this; `msg` says so. Bare text: the account of this member of staff is switched off.',
    content: { ...envelope, ...forbidden },
  },
  noSuchVideo: {
    id: 'NoSuchVideo',
    description: 'There is no such video, or it is somebody else’s.',
    content: envelope,
  },
  tooLarge: { id: 'TooLarge', description: 'The body is larger than 1 MiB.', content: envelope },
  away: {
    id: 'Away',
    description: 'A part of the product does not answer now: try again in a moment.',
    headers: { 'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } } },
    content: envelope,
  },
  other: { id: 'Failure', description: 'Any other failure.', content: envelope },
} satisfies Record<string, ZodOpenApiResponseObject>;

/** How a call may fail: as every one of its kind, and for reasons of its own. */
export function failureResponses(route: ApiRoute): Record<string, ZodOpenApiResponseObject> {
  const { query, body, failures = {} } = route;
  return {
    ...((body ?? query) && { 400: usual.unreadable }),
    ...guardResponses[callerOf(route)],
    ...(namesVideo(route) && { 404: usual.noSuchVideo }),
    ...(body && { 413: usual.tooLarge }),
    503: usual.away,
    ...Object.fromEntries(
      Object.entries(failures).map(([status, failure]) => [
        status,
        ownFailure(Number(status) as FailureStatus, failure, callerOf(route)),
      ]),
    ),
    default: usual.other,
  };
}

/** How the guard before a call may refuse it. */
const guardResponses = {
  anyone: {},
  user: { 401: usual.unauthorized, 403: usual.forbidden },
  staff: { 401: usual.staffUnauthorized, 403: usual.staffForbidden },
  owner: { 401: usual.staffUnauthorized, 403: usual.ownersOnly },
} as const satisfies Record<Caller, Record<number, ZodOpenApiResponseObject>>;

function namesVideo({ params, body }: ApiRoute): boolean {
  return params !== undefined || (body?.schema instanceof z.ZodObject && 'passthrough' in body.schema.shape);
}

/** A failure with a sentence of its own; where a guard stands before the call, its bare word may come instead. */
function ownFailure(
  status: FailureStatus,
  failure: string | OwnFailure,
  caller: Caller,
): ZodOpenApiResponseObject {
  const { when, schema } = typeof failure === 'string' ? { when: failure, schema: errorEnvelope } : failure;
  const isGuards = caller !== 'anyone' && status === 403;
  const guards = caller === 'user' ? usual.forbidden : usual.staffForbidden;
  return {
    description: isGuards ? `${when} Bare text: ${guards.description}` : when,
    ...(status === 429 && {
      headers: {
        'Retry-After': {
          description: 'Seconds to wait; a minute where it is absent.',
          schema: { type: 'integer' },
        },
      },
    }),
    content: { 'application/json': { schema }, ...(isGuards && forbidden) },
  };
}
