import { Module, type Type } from '@nestjs/common';
import type { ServiceName } from '@vault/contracts';
import { defineService, type MessageConsumer, type RpcDefinition } from '@vault/platform';
import type { ServiceDefinition } from '@vault/platform';
import { z } from 'zod';

/** A service with only an rpc controller and, optionally, command handlers. */
export function fakeService(
  name: ServiceName,
  rpc: RpcDefinition,
  controller: Type,
  commands?: Type<MessageConsumer>,
): ServiceDefinition {
  @Module({ controllers: [controller], providers: commands ? [commands] : [] })
  class FakeServiceModule {}
  const module = () => ({ module: FakeServiceModule });
  return defineService({ name, config: z.object({}), rpc, module, consumers: commands ? [commands] : [] });
}
