import type { Metadata, ServerUnaryCall } from '@grpc/grpc-js';
import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import { SpanKind } from '@opentelemetry/api';
import { finalize, Observable, tap } from 'rxjs';
import {
  toAppError,
  runWithin,
  setCode,
  startSpan,
  withTraceparent,
  readActor,
  correlationHeader,
  withActor,
  withCorrelation,
} from '@vault/base';

/** Runs the handling of a gRPC call with the correlation id, the actor and the trace of the call. HTTP has its own hook. */
export class CorrelationInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    if (context.getType() !== 'rpc') return next.handle();
    const [, metadata, call] = context.getArgs<[unknown, Metadata?, ServerUnaryCall<unknown, unknown>?]>();
    const header = (name: string) => metadata?.get(name)[0]?.toString();
    return new Observable((subscriber) =>
      withCorrelation(header(correlationHeader), () =>
        withTraceparent(header('traceparent'), () => {
          const span = startSpan(call?.getPath().slice(1) ?? 'call', { kind: SpanKind.SERVER });
          const actor = readActor(header);
          return runWithin(span, () =>
            withActor(
              () => actor,
              () =>
                next
                  .handle()
                  .pipe(
                    tap({ error: (error: unknown) => setCode(span, toAppError(error).code) }),
                    finalize(() => span.end()),
                  )
                  .subscribe(subscriber),
            ),
          );
        }),
      ),
    );
  }
}
