import { Controller } from '@nestjs/common';
import { GrpcMethod } from '@nestjs/microservices';
import { serviceNameOf, type RpcDefinition } from './rpc-types.ts';

/** Binds every call of a service definition to the method of the class with the same name. */
export function RpcController(definition: RpcDefinition): ClassDecorator {
  return (target) => {
    Controller()(target);
    const service = serviceNameOf(definition).split('.').at(-1) ?? '';
    for (const method of Object.keys(definition)) {
      const prototype = target.prototype as object;
      const descriptor = Object.getOwnPropertyDescriptor(prototype, method);
      if (!descriptor) throw new Error(`${target.name} does not answer ${method}.`);
      GrpcMethod(service, method)(prototype, method, descriptor);
    }
  };
}
