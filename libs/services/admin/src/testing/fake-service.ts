import { Module, type Type } from '@nestjs/common';
import type { ServiceName } from '@vault/contracts';
import { defineService, type MessageConsumer, type RpcDefinition } from '@vault/platform';
import type { ServiceDefinition } from '@vault/platform';
import { z } from 'zod';

/** A service definition with one rpc controller and, optionally, command handlers. */
export function fakeService(
  name: ServiceName,
  rpc: RpcDefinition,
  controller: Type,
  commands?: Type<MessageConsumer>,
): ServiceDefinition {
  @Module({ controllers: [controller], providers: commands ? [commands] : [] })
  class FakeModule {}
  const module = () => ({ module: FakeModule });
  return defineService({ name, config: z.object({}), rpc, module, consumers: commands ? [commands] : [] });
}
