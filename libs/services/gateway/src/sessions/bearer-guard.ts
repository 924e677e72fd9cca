import { Inject, Injectable, type CanActivate, type ExecutionContext, type Type } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { setCaller, type RequestCaller } from '../http/idempotency-keys.ts';
import { credentialsOf, type Credentials } from './credentials.ts';

interface Sessions<Principal> {
  verify(credentials: Credentials): Promise<Principal>;
}

/**
 * A guard that lets a request through when its bearer token belongs to a live session, and a function that returns the
 * principal of a request that it let through.
 * @param callerOf what of a principal its commands and calls name
 */
export function bearerGuard<Principal>(
  sessionsType: Type<Sessions<Principal>>,
  callerOf: (principal: Principal) => RequestCaller,
) {
  const principals = new WeakMap<FastifyRequest, Principal>();

  @Injectable()
  class BearerGuard implements CanActivate {
    constructor(@Inject(sessionsType) private readonly sessions: Sessions<Principal>) {}

    async canActivate(context: ExecutionContext): Promise<boolean> {
      const request = context.switchToHttp().getRequest<FastifyRequest>();
      const principal = await this.sessions.verify(credentialsOf(request));
      principals.set(request, principal);
      setCaller(request, callerOf(principal));
      return true;
    }
  }
  const principalOf = (request: FastifyRequest): Principal => {
    const principal = principals.get(request);
    if (!principal) throw new Error('The principal of a route without its guard was requested.');
    return principal;
  };
  return { BearerGuard, principalOf };
}
