import { z } from 'zod';
import type { ZodOpenApiResponseObject } from 'zod-openapi';
import { errorEnvelope } from '../envelope.ts';
import type { ApiRoute, FailureStatus } from './api-route.ts';

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
  noSuchVideo: {
    id: 'NoSuchVideo',
    description: 'There is no such video, or it is somebody else’s.',
    content: envelope,
  },
  tooLarge: { id: 'TooLarge', description: 'The body is larger than 1 MiB.', content: envelope },
  away: {
    id: 'Away',
    description: 'A part of the product does not answer now: try again in a moment.',
    content: envelope,
  },
  other: { id: 'Failure', description: 'Any other failure.', content: envelope },
} satisfies Record<string, ZodOpenApiResponseObject>;

/** How a call may fail: as every one of its kind, and for reasons of its own. */
export function failureResponses(route: ApiRoute): Record<string, ZodOpenApiResponseObject> {
  const { isPublic, query, body, failures = {} } = route;
  return {
    ...((body ?? query) && { 400: usual.unreadable }),
    ...(!isPublic && { 401: usual.unauthorized, 403: usual.forbidden }),
    ...(namesVideo(route) && { 404: usual.noSuchVideo }),
    ...(body && { 413: usual.tooLarge }),
    503: usual.away,
    ...Object.fromEntries(
      Object.entries(failures).map(([status, when]) => [
        status,
        ownFailure(Number(status) as FailureStatus, when, isPublic ?? false),
      ]),
    ),
    default: usual.other,
  };
}

function namesVideo({ params, body }: ApiRoute): boolean {
  return params !== undefined || (body?.schema instanceof z.ZodObject && 'passthrough' in body.schema.shape);
}

/** A failure with a sentence of its own; where a guard stands before the call, its bare word may come instead. */
function ownFailure(status: FailureStatus, when: string, isPublic: boolean): ZodOpenApiResponseObject {
  const isGuards = !isPublic && status === 403;
  return {
    description: isGuards ? `${when} Bare text: ${usual.forbidden.description}` : when,
    ...(status === 429 && {
      headers: {
        'Retry-After': {
          description: 'Seconds to wait; a minute where it is absent.',
          schema: { type: 'integer' },
        },
      },
    }),
    content: { ...envelope, ...(isGuards && forbidden) },
  };
}
