import type { Metadata, ServerUnaryCall } from '@grpc/grpc-js';
import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import { idempotentPaths } from '@vault/contracts/rpc';
import { AppError } from '@vault/base';
import { executeOnce, nextCommandKey, type CommandEnd, type OutcomeMemory } from '@vault/messaging';
import { from, lastValueFrom, type Observable } from 'rxjs';

const idHeader = 'x-request-id';
const keyHeader = 'x-request-key';
const hashHeader = 'x-request-hash';

/** A repeated call. */
interface Call {
  readonly id: string;
  readonly requestkey: string;
  readonly requesthash: string;
}

/** What a call says of the client's request; nothing without a key, and for calls that may be repeated anyway. */
export function keyHeadersOf(path: string): Readonly<Record<string, string>> {
  const key = idempotentPaths.includes(path) ? undefined : nextCommandKey(path, '');
  return key ? { [idHeader]: key.id, [keyHeader]: key.requestKey, [hashHeader]: key.requestHash } : {};
}

/** A reply that is not kept, because it may contain a secret. */
class OwnReply extends Error {
  constructor(readonly reply: unknown) {
    super();
  }
}

/**
 * Answers a repeated call of a request with a key as the first one ended, like a repeated command. Only calls that reply
 * nothing are kept: what others create has an id from the key.
 */
export class RepeatInterceptor implements NestInterceptor {
  /** By id: a repeat waits for the running call. */
  private readonly running = new Map<string, Promise<CommandEnd>>();

  /** @param memoryOf where the service of a path keeps ends */
  constructor(private readonly memoryOf: (path: string) => OutcomeMemory | undefined) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const [, metadata, call] = context.getArgs<[unknown, Metadata?, ServerUnaryCall<unknown, unknown>?]>();
    const header = (name: string) => metadata?.get(name)[0]?.toString();
    const [id, requestkey, requesthash] = [header(idHeader), header(keyHeader), header(hashHeader)];
    const memory = call && this.memoryOf(call.getPath());
    if (!memory || id === undefined || requestkey === undefined || requesthash === undefined)
      return next.handle();
    return from(this.handle(memory, { id, requestkey, requesthash }, next));
  }

  private async handle(memory: OutcomeMemory, call: Call, next: CallHandler): Promise<unknown> {
    const { id } = call;
    const ending = this.running.get(id) ?? executeOnce(memory, call, () => endOf(next));
    this.running.set(id, ending);
    try {
      const { ok, code = 'internal', msg = '' } = await ending;
      if (ok) return {};
      throw new AppError(code, msg);
    } catch (error) {
      if (error instanceof OwnReply) return error.reply;
      throw error;
    } finally {
      this.running.delete(id);
    }
  }
}

/** @throws {OwnReply} and what may be tried again */
async function endOf(next: CallHandler): Promise<CommandEnd> {
  try {
    const reply: unknown = await lastValueFrom(next.handle());
    if (typeof reply !== 'object' || reply === null || Object.keys(reply).length > 0)
      throw new OwnReply(reply);
    return { ok: true };
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'unavailable' || error.code === 'internal')
      throw error;
    return { ok: false, code: error.code, msg: error.message };
  }
}
