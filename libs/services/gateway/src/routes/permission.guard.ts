import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AppError } from '@vault/base';
import { may, type Permission } from '@vault/contracts';
import type { FastifyRequest } from 'fastify';
import type { Caller } from '../sessions/session.service.ts';
import { callerOf } from '../sessions/user.guard.ts';
import { RefusalLog } from './refusal-log.ts';

/** What the caller of a handler needs, and the call as its route names it. */
export const Needs = Reflector.createDecorator<{ readonly permission: Permission; readonly call: string }>();

/** Lets a request of a user through whose role in the workspace has the permission that the route needs. */
@Injectable()
export class PermissionGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly refusals: RefusalLog,
  ) {}

  canActivate(context: ExecutionContext): boolean {
    const needs = this.reflector.get(Needs, context.getHandler());
    const { workspace } = callerOf(context.switchToHttp().getRequest<FastifyRequest>());
    if (may(workspace, needs.permission)) return true;
    this.refusals.note(workspace.id, needs.permission, needs.call);
    throw refusalOf(workspace);
  }
}

/** @throws {AppError} forbidden */
export function requirePermission(workspace: Caller['workspace'], permission: Permission): void {
  if (!may(workspace, permission)) throw refusalOf(workspace);
}

/** A sentence: the bare word would end the session in a browser. */
function refusalOf({ role, name }: Caller['workspace']): AppError {
  const who = `${role.charAt(0).toUpperCase()}${role.slice(1)}s`;
  return new AppError('forbidden', `${who} of ${name} may not do this. Ask an admin of the team.`);
}
