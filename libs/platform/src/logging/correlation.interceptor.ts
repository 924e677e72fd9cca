import type { Metadata } from '@grpc/grpc-js';
import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import { Observable } from 'rxjs';
import { correlationHeader, withCorrelation } from './correlation.ts';

/** Runs the handling of a gRPC call with the correlation id of the call. HTTP has its own hook. */
export class CorrelationInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    if (context.getType() !== 'rpc') return next.handle();
    const metadata = context.switchToRpc().getContext<Metadata | undefined>();
    const id = metadata?.get(correlationHeader)[0]?.toString();
    return new Observable((subscriber) => withCorrelation(id, () => next.handle().subscribe(subscriber)));
  }
}
