import { Metadata } from '@grpc/grpc-js';
import { Catch, HttpException, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import { toErrorEnvelope, type ErrorCode } from '@vault/contracts';
import type { FastifyReply } from 'fastify';
import { throwError, type Observable } from 'rxjs';
import {
  type Logger,
  AppError,
  toAppError,
  codeOfHttpStatus,
  errorCodeKey,
  errorMapping,
  retryAfterKey,
} from '@vault/base';

/** Answers any failure: over HTTP with the error envelope, over gRPC with a status and the error code. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  constructor(private readonly logger: Logger) {}

  catch(thrown: unknown, host: ArgumentsHost): Observable<never> | undefined {
    const error = fromThrown(thrown);
    const err = error.cause ?? error;
    if (error.code === 'internal') this.logger.error({ err }, 'request failed');
    if (error.code === 'unavailable') this.logger.warn({ err }, 'a dependency of a request is unavailable');
    if (host.getType() === 'rpc') return throwError(() => toRpcError(error));
    answer(host.switchToHttp().getResponse<FastifyReply>(), error);
    return undefined;
  }
}

/** Converts an error of ours, of Nest or of the web framework to an {@link AppError}. */
export function fromThrown(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  if (thrown instanceof HttpException) return fromStatus(thrown.getStatus(), thrown);
  const status = thrown instanceof Error && 'statusCode' in thrown ? thrown.statusCode : undefined;
  return typeof status === 'number' && status < 500 ? fromStatus(status, thrown) : toAppError(thrown);
}

function fromStatus(status: number, cause: unknown): AppError {
  const code = codeOfHttpStatus(status);
  const statusOf: Partial<Record<typeof code, string>> = {
    'not-found': 'This address does not exist.',
    'too-large': 'The request is too large for this address.',
    'too-many-requests': 'Too many tries. Please wait a minute and try again.',
    'invalid-input': 'The request could not be read.',
    forbidden: 'Forbidden',
    unauthenticated: 'Unauthorized',
  };
  return new AppError(code, statusOf[code] ?? 'The server could not finish this. Please try again.', {
    cause,
  });
}

function toRpcError(error: AppError) {
  const metadata = new Metadata();
  metadata.set(errorCodeKey, error.code);
  if (error.retryAfterMs !== undefined) metadata.set(retryAfterKey, String(Math.ceil(error.retryAfterMs)));
  return { code: errorMapping[error.code].grpc, details: error.message, metadata };
}

const plainMessages: Partial<Record<ErrorCode, string>> = {
  unauthenticated: 'Unauthorized',
  forbidden: 'Forbidden',
};

/** Sends the bare text that the web app checks for on sign-in failures of the guard; the envelope for all others. */
export function answer(reply: FastifyReply, error: AppError): void {
  if (reply.raw.headersSent) {
    // Part of the answer was sent: only closing the connection can show the client that it is incomplete.
    reply.raw.destroy();
    return;
  }
  if (error.retryAfterMs !== undefined)
    void reply.header('retry-after', Math.max(1, Math.ceil(error.retryAfterMs / 1_000)));
  const isBare = plainMessages[error.code] === error.message;
  void reply
    .status(errorMapping[error.code].http)
    .header('cache-control', 'no-store')
    .type(isBare ? 'text/plain; charset=utf-8' : 'application/json; charset=utf-8')
    .send(isBare ? error.message : toErrorEnvelope(error));
}
