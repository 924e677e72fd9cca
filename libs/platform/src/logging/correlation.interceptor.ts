import type { Metadata } from '@grpc/grpc-js';
import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import { Observable } from 'rxjs';
import { correlationHeader, withCorrelation } from './correlation.ts';

/** Takes the correlation id of an incoming gRPC call into the work it causes. HTTP has a hook of its own. */
export class CorrelationInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    if (context.getType() !== 'rpc') return next.handle();
    const metadata = context.switchToRpc().getContext<Metadata | undefined>();
    const id = metadata?.get(correlationHeader)[0]?.toString();
    return new Observable((subscriber) => withCorrelation(id, () => next.handle().subscribe(subscriber)));
  }
}
