import { createParamDecorator, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { adminRpc } from '@vault/contracts/rpc';
import type { FastifyRequest } from 'fastify';
import { StaffSessionService } from './staff-session.service.ts';

const members = new WeakMap<FastifyRequest, adminRpc.StaffPrincipal>();

/** Lets a request through when its bearer token belongs to a live session of staff. */
@Injectable()
export class StaffGuard implements CanActivate {
  constructor(private readonly sessions: StaffSessionService) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    members.set(request, await this.sessions.verify(request.headers.authorization));
    return true;
  }
}

/** The member of staff that {@link StaffGuard} let through. */
export const CurrentMember = createParamDecorator(
  (_: unknown, context: ExecutionContext): adminRpc.StaffPrincipal =>
    memberOf(context.switchToHttp().getRequest<FastifyRequest>()),
);

/** The member of staff as argument of admin rpcs; the admin service checks the role. */
export const CurrentStaff = createParamDecorator(
  (_: unknown, context: ExecutionContext): adminRpc.StaffCaller => {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const { staffId, sessionId } = memberOf(request);
    return { staffId, sessionId, clientAddress: request.ip };
  },
);

function memberOf(request: FastifyRequest): adminRpc.StaffPrincipal {
  const member = members.get(request);
  if (!member) throw new Error('The current staff is used on a route without StaffGuard.');
  return member;
}
