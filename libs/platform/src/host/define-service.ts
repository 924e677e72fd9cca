import type { DynamicModule, Type } from '@nestjs/common';
import type { ServiceName } from '@vault/contracts';
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import type { MessageConsumer } from '../messaging/message-consumer.ts';
import type { RpcDefinition } from '../rpc/rpc-types.ts';
import type { Models } from '../store/service-store.ts';

export interface HttpSetup<Config> {
  readonly fastify: FastifyInstance;
  readonly config: Config;
}

/** What a service exports: everything a host needs to run it, alone or beside others. */
export interface ServiceDefinition<Schema extends z.ZodObject = z.ZodObject> {
  readonly name: ServiceName;
  /** One zod object over environment variables. */
  readonly config: Schema;
  /** Variables that one process can do without, but several must agree on: needed when servers are used. */
  readonly sharedByReplicas?: readonly string[];
  /** What it keeps, by model name. A service without any has no store. */
  readonly models?: Models;
  /** The gRPC service it answers. */
  readonly rpc?: RpcDefinition;
  /** Wires the service; `platform` provides the tokens of `tokens.ts` for this service alone. */
  readonly module: (platform: DynamicModule) => DynamicModule;
  /** Providers that handle commands and events. */
  readonly consumers?: readonly Type<MessageConsumer>[];
  /** Sends commands and waits for their outcomes. */
  readonly sendsCommands?: boolean;
  /** Web server plugins and headers; only a service that answers browsers has any. */
  readonly http?: (setup: HttpSetup<z.infer<Schema>>) => Promise<void>;
}

/** Types a service definition. */
export function defineService<Schema extends z.ZodObject>(
  definition: ServiceDefinition<Schema>,
): ServiceDefinition<Schema> {
  return definition;
}
