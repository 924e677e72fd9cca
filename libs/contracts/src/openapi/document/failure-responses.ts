import { z } from 'zod';
import type { ZodOpenApiResponseObject } from 'zod-openapi';
import { errorEnvelope } from '../../common/envelope.ts';
import { isStaff, type Caller, type FailureStatus, type OwnFailure, type Route } from '../route.ts';
import { tooManyTries } from '../shared.ts';

const envelope = { 'application/json': { schema: errorEnvelope } };
const unauthorized = { 'text/plain': { schema: z.literal('Unauthorized') } };
const forbidden = { 'text/plain': { schema: z.literal('Forbidden') } };

function retryAfter(description: string) {
  return { 'Retry-After': { description, schema: { type: 'integer' } } } as const;
}

const whileUnavailable = retryAfter('Seconds to wait before the first retry.');

/** Failures that many calls have in common. */
const common = {
  unreadable: {
    id: 'Unreadable',
    description: 'The request cannot be parsed, or breaks a rule that `msg` names.',
    content: envelope,
  },
  unauthorized: {
    id: 'Unauthorized',
    description: 'No token, or an invalid or expired one.',
    content: unauthorized,
  },
  forbidden: {
    id: 'Forbidden',
    description:
      'Bare text: the account is disabled, or the `userId` is another person’s. `msg`: you are not a member of the workspace that the header `Vault-Workspace` names, or your role in it is not enough.',
    content: { ...envelope, ...forbidden },
  },
  staffUnauthorized: {
    id: 'StaffUnauthorized',
    description: 'No token of a member of staff, or an invalid or expired one.',
    content: unauthorized,
  },
  staffForbidden: {
    id: 'StaffForbidden',
    description: 'The account of this member of staff is disabled.',
    content: forbidden,
  },
  ownersOnly: {
    id: 'OwnersOnly',
    description:
      'Only an owner may do this; `msg` says so. Bare text: the account of this member of staff is disabled.',
    content: { ...envelope, ...forbidden },
  },
  noSuchVideo: {
    id: 'NoSuchVideo',
    description: 'There is no such video, or it is somebody else’s.',
    content: envelope,
  },
  tooLarge: { id: 'TooLarge', description: 'The body is larger than 1 MiB.', content: envelope },
  formTooLarge: {
    id: 'FormTooLarge',
    description: 'The form is larger than 16 KiB.',
    content: envelope,
  },
  away: {
    id: 'Away',
    description: 'A part of the product does not answer: retry in a moment.',
    headers: whileUnavailable,
    content: envelope,
  },
  other: { id: 'Failure', description: 'Any other failure.', content: envelope },
} satisfies Record<string, ZodOpenApiResponseObject>;

/** The failures of a call: the common ones of its kind, and its own. */
export function failureResponses(route: Route): Record<string, ZodOpenApiResponseObject> {
  const { query, body, caller, isThrottled, takesForm } = route;
  const failures = { ...(isThrottled && { 429: `${tooManyTries}.` }), ...route.failures };
  return {
    ...((body ?? query) && { 400: common.unreadable }),
    ...guardResponses[caller],
    ...(namesVideo(route) && { 404: common.noSuchVideo }),
    ...(body && { 413: takesForm ? common.formTooLarge : common.tooLarge }),
    503: common.away,
    ...Object.fromEntries(
      Object.entries(failures).map(([status, failure]) => [
        status,
        ownFailure(Number(status) as FailureStatus, failure, caller),
      ]),
    ),
    default: common.other,
  };
}

/** The refusals of the guard before a call. */
const guardResponses = {
  anyone: {},
  user: { 401: common.unauthorized, 403: common.forbidden },
  ticket: { 401: common.unauthorized, 403: common.forbidden },
  staff: { 401: common.staffUnauthorized, 403: common.staffForbidden },
  owner: { 401: common.staffUnauthorized, 403: common.ownersOnly },
} as const satisfies Record<Caller, Record<number, ZodOpenApiResponseObject>>;

function namesVideo({ params, body }: Route): boolean {
  return params !== undefined || (body?.schema instanceof z.ZodObject && 'passthrough' in body.schema.shape);
}

/** A failure with a specific sentence; a guard before the call may answer the same status with its bare text. */
function ownFailure(
  status: FailureStatus,
  failure: string | OwnFailure,
  caller: Caller,
): ZodOpenApiResponseObject {
  const { when, schema } = typeof failure === 'string' ? { when: failure, schema: errorEnvelope } : failure;
  const canComeFromGuard = caller !== 'anyone' && status === 403;
  const fromGuard = isStaff(caller)
    ? `Bare text: ${common.staffForbidden.description}`
    : common.forbidden.description;
  return {
    description: canComeFromGuard ? `${when} ${fromGuard}` : when,
    ...(status === 429 && { headers: retryAfter('Seconds to wait; a minute where it is absent.') }),
    ...(status === 503 && { headers: whileUnavailable }),
    content: { 'application/json': { schema }, ...(canComeFromGuard && forbidden) },
  };
}
