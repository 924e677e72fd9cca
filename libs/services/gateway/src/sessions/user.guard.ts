import type { FastifyRequest } from 'fastify';
import { bearerGuard } from './bearer-guard.ts';
import { SessionService, type Caller } from './session.service.ts';

const { BearerGuard, principalOf } = bearerGuard(SessionService, ({ user, workspace }) => ({
  accountId: user.id,
  workspaceId: workspace.id,
}));

/** Lets a request through when its bearer token belongs to a live session of an active user. */
export const UserGuard = BearerGuard;

/** The caller that {@link UserGuard} let through. */
export function callerOf(request: FastifyRequest): Caller {
  return principalOf(request);
}
