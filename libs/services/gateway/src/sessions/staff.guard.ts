import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { adminRpc } from '@vault/contracts/rpc';
import type { FastifyRequest } from 'fastify';
import { bearerGuard } from './bearer-guard.ts';
import { StaffSessionService } from './staff-session.service.ts';

const { BearerGuard, principalOf } = bearerGuard(StaffSessionService, ({ staffId: accountId }) => ({
  accountId,
}));

/** Lets a request through when its bearer token belongs to a live session of staff. Every role may read the lists. */
export const StaffGuard = BearerGuard;

/** The member of staff that {@link StaffGuard} let through. */
export const CurrentMember = createParamDecorator(
  (_: unknown, context: ExecutionContext): adminRpc.StaffPrincipal =>
    principalOf(context.switchToHttp().getRequest()),
);

/** The member of staff as argument of admin rpcs; the admin service checks the role. */
export function staffCallerOf(request: FastifyRequest): adminRpc.StaffCaller {
  const { staffId, sessionId } = principalOf(request);
  return { staffId, sessionId, clientAddress: request.ip };
}
