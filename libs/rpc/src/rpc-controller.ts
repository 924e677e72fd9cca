import { Controller } from '@nestjs/common';
import { GrpcMethod } from '@nestjs/microservices';
import { serviceNameOf, type RpcDefinition } from './rpc-types.ts';

type Handlers = Readonly<Record<string, (request: unknown) => unknown>>;

/** Binds every call of a service definition to the method of the class, or of its `handlers`, with the same name. */
export function RpcController(definition: RpcDefinition): ClassDecorator {
  return (target) => {
    Controller()(target);
    const service = serviceNameOf(definition).split('.').at(-1) ?? '';
    const prototype = target.prototype as object;
    for (const method of Object.keys(definition)) {
      const descriptor = Object.getOwnPropertyDescriptor(prototype, method) ?? {
        value(this: { readonly handlers: Handlers }, request: unknown) {
          return this.handlers[method]?.(request);
        },
      };
      Object.defineProperty(prototype, method, descriptor);
      GrpcMethod(service, method)(prototype, method, descriptor);
    }
  };
}
