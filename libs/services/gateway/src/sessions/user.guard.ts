import { createParamDecorator, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { SessionService, type Caller } from './session.service.ts';

const callers = new WeakMap<FastifyRequest, Caller>();

/** Lets a request through when its bearer token belongs to a live session of an active user. */
@Injectable()
export class UserGuard implements CanActivate {
  constructor(private readonly sessions: SessionService) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    callers.set(request, await this.sessions.verify(request.headers.authorization));
    return true;
  }
}

/** The caller that {@link UserGuard} let through. */
export const CurrentCaller = createParamDecorator((_: unknown, context: ExecutionContext): Caller => {
  const caller = callers.get(context.switchToHttp().getRequest<FastifyRequest>());
  if (!caller) throw new Error('CurrentCaller is used on a route without UserGuard.');
  return caller;
});
