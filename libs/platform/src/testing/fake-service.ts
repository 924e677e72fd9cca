import type { Type } from '@nestjs/common';
import type { ServiceName } from '@vault/contracts';
import { z } from 'zod';
import { defineService, type ServiceDefinition } from '../host/define-service.ts';
import type { MessageConsumer } from '../messaging/message-consumer.ts';
import type { RpcDefinition } from '../rpc/rpc-types.ts';

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
