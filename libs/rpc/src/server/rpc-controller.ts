import type { ServerUnaryCall } from '@grpc/grpc-js';
import { Controller } from '@nestjs/common';
import { AppError } from '@vault/base';
import { GrpcMethod } from '@nestjs/microservices';
import { serviceNameOf, type RpcCall, type RpcDefinition } from '../calls/rpc-types.ts';

type Handlers = Readonly<Record<string, (request: unknown, call: RpcCall) => unknown>>;
type GrpcCall = Pick<ServerUnaryCall<unknown, unknown>, 'cancelled' | 'once'>;

/** Binds every call of a service definition to the method of the class, or of its `handlers`, with the same name. */
export function RpcController(definition: RpcDefinition): ClassDecorator {
  return (target) => {
    Controller()(target);
    const service = serviceNameOf(definition).split('.').at(-1) ?? '';
    const prototype = target.prototype as object;
    for (const method of Object.keys(definition)) {
      const descriptor = Object.getOwnPropertyDescriptor(prototype, method) ?? {
        value(this: { readonly handlers: Handlers }, request: unknown, _metadata: unknown, call: GrpcCall) {
          return this.handlers[method]?.(request, new CallOfClient(call));
        },
      };
      Object.defineProperty(prototype, method, descriptor);
      GrpcMethod(service, method)(prototype, method, descriptor);
    }
  };
}

/** Most handlers ask for no signal, so it is made when one does. */
class CallOfClient implements RpcCall {
  private controller: AbortController | undefined;

  constructor(private readonly call: GrpcCall) {}

  get signal(): AbortSignal {
    if (this.controller) return this.controller.signal;
    const controller = new AbortController();
    this.controller = controller;
    const end = () => controller.abort(AppError.unavailable());
    if (this.call.cancelled) end();
    else this.call.once('cancelled', end);
    return controller.signal;
  }
}
