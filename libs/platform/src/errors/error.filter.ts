import { Metadata } from '@grpc/grpc-js';
import { Catch, HttpException, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { ErrorCode } from '@vault/contracts';
import type { FastifyReply } from 'fastify';
import { throwError, type Observable } from 'rxjs';
import type { Logger } from '../logging/logger.ts';
import { AppError, toAppError } from './app-error.ts';
import { codeOfHttpStatus, errorCodeKey, errorMapping } from './error-mapping.ts';

/** Turns any failure into the envelope over HTTP, or into a status with its code over gRPC. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  constructor(private readonly logger: Logger) {}

  catch(thrown: unknown, host: ArgumentsHost): Observable<never> | undefined {
    const error = fromThrown(thrown);
    const err = error.cause ?? error;
    if (error.code === 'internal') this.logger.error({ err }, 'request failed');
    if (error.code === 'unavailable') this.logger.warn({ err }, 'a request found something away');
    if (host.getType() === 'rpc') return throwError(() => toRpcError(error));
    answer(host.switchToHttp().getResponse<FastifyReply>(), error);
    return undefined;
  }
}

/** The {@link AppError} that stands for whatever was thrown: ours, Nest's, or the web framework's. */
export function fromThrown(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  if (thrown instanceof HttpException) return fromStatus(thrown.getStatus(), thrown);
  const status = thrown instanceof Error && 'statusCode' in thrown ? thrown.statusCode : undefined;
  return typeof status === 'number' && status < 500 ? fromStatus(status, thrown) : toAppError(thrown);
}

function fromStatus(status: number, cause: unknown): AppError {
  const code = codeOfHttpStatus(status);
  const known: Partial<Record<typeof code, string>> = {
    'not-found': 'There is nothing at this address.',
    'too-large': 'The request is larger than this address takes.',
    'too-many-requests': 'Too many tries. Please wait a minute and try again.',
    'invalid-input': 'The request could not be read.',
    forbidden: 'Forbidden',
    unauthenticated: 'Unauthorized',
  };
  return new AppError(code, known[code] ?? 'The server could not finish this. Please try again.', { cause });
}

function toRpcError(error: AppError) {
  const metadata = new Metadata();
  metadata.set(errorCodeKey, error.code);
  return { code: errorMapping[error.code].grpc, details: error.message, metadata };
}

/** Seconds until another try may find again what was away; a broker that is back is noticed within one. */
const retryAfterSeconds = 2;

const bareWords: Partial<Record<ErrorCode, string>> = {
  unauthenticated: 'Unauthorized',
  forbidden: 'Forbidden',
};

/** Sign-in failures of the guard are the bare words the web app looks for; all else is the envelope. */
export function answer(reply: FastifyReply, error: AppError): void {
  if (reply.raw.headersSent) {
    // Half an answer is out: ending the connection is the only way left to say that it is not whole.
    reply.raw.destroy();
    return;
  }
  if (error.code === 'unavailable') void reply.header('retry-after', retryAfterSeconds);
  const isBare = bareWords[error.code] === error.message;
  void reply
    .status(errorMapping[error.code].http)
    .header('cache-control', 'no-store')
    .type(isBare ? 'text/plain; charset=utf-8' : 'application/json; charset=utf-8')
    .send(isBare ? error.message : { status: 'error', msg: error.message });
}
