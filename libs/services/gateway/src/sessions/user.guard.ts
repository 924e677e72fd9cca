import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { bearerGuard } from './bearer-guard.ts';
import { SessionService, type Caller } from './session.service.ts';

const { BearerGuard, principalOf } = bearerGuard(SessionService, ({ user }) => user.id);

/** Lets a request through when its bearer token belongs to a live session of an active user. */
export const UserGuard = BearerGuard;

/** The caller that {@link UserGuard} let through. */
export const CurrentCaller = createParamDecorator((_: unknown, context: ExecutionContext): Caller =>
  principalOf(context.switchToHttp().getRequest()),
);
