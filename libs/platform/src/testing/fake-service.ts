import type { Type } from '@nestjs/common';
import type { ServiceName } from '@vault/contracts';
import { z } from 'zod';
import type { MessageConsumer } from '@vault/messaging';
import type { RpcDefinition } from '@vault/rpc';
import { defineService, type ServiceDefinition } from '../host/define-service.ts';

/** A service with only an rpc controller and, optionally, command handlers, beside a service under test. */
export function fakeService(
  name: ServiceName,
  rpc: RpcDefinition,
  controller: Type,
  commands?: Type<MessageConsumer>,
): ServiceDefinition {
  const consumers = commands ? [commands] : [];
  return defineService({ name, config: z.object({}), rpc, module: { controllers: [controller] }, consumers });
}
