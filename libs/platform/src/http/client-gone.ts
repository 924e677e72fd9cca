import type { EventEmitter } from 'node:events';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { AppError } from '@vault/base';
import type { FastifyReply } from 'fastify';

/** Aborted when the connection closes, so that work for a client that has gone can stop. */
export const ClientGone = createParamDecorator((_: unknown, context: ExecutionContext) =>
  whenClosed(context.switchToHttp().getResponse<FastifyReply>().raw),
);

/** Aborted with an error that is no failure of the server, because clients leave all the time. */
export function whenClosed(response: EventEmitter): AbortSignal {
  const gone = new AbortController();
  response.once('close', () => gone.abort(new AppError('gone', 'The client has gone.')));
  return gone.signal;
}
