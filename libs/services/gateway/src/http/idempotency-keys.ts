import { idempotencyHeader, idempotencyKey } from '@vault/contracts';
import { AppError, withActor } from '@vault/base';
import { withKeyedRequest, type KeyedRequest } from '@vault/messaging';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Who makes a request, and whose data it is about. */
export interface RequestCaller {
  readonly accountId: string;
  /** Absent for staff. */
  readonly workspaceId?: string;
}

const callers = new WeakMap<FastifyRequest, RequestCaller>();

/** Lets the commands and calls of a request name its account. Must be called before the routes are registered. */
export function useActors(fastify: FastifyInstance): void {
  fastify.addHook('preHandler', (request, _reply, done) => {
    const actorOf = () => {
      const caller = callers.get(request);
      return caller && { id: caller.accountId, address: request.ip };
    };
    withActor(actorOf, done);
  });
}

/** Names the caller of a request, as soon as a guard has let it through. */
export function setCaller(request: FastifyRequest, caller: RequestCaller): void {
  callers.set(request, caller);
}

/**
 * Reads the idempotency key of a request: the commands that it sends get their ids from it. Must be called before the
 * routes are registered.
 */
export function useIdempotencyKeys(fastify: FastifyInstance): void {
  fastify.addHook('preHandler', (request, _reply, done) => {
    const header = request.headers[idempotencyHeader];
    if (header === undefined) {
      done();
      return;
    }
    const parsed = idempotencyKey.safeParse(header);
    if (parsed.success) withKeyedRequest(() => toKeyedRequest(request, parsed.data), done);
    else
      done(new AppError('invalid-input', 'The Idempotency-Key must have 16 to 64 letters, digits, - and _.'));
  });
}

function toKeyedRequest(
  request: FastifyRequest & { rawBody?: Buffer | undefined },
  key: string,
): KeyedRequest {
  const [path = '', query = ''] = request.url.split('?', 2);
  const { accountId, workspaceId = accountId } = callers.get(request) ?? {};
  return {
    // The same key in another workspace is another request.
    caller: workspaceId === accountId ? accountId : `${accountId ?? ''} ${workspaceId ?? ''}`,
    route: `${request.method} ${path}`,
    key,
    content: request.rawBody ?? query,
  };
}
