import type { DynamicModule, Type } from '@nestjs/common';
import type { CommandType, EventType, ServiceName } from '@vault/contracts';
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import type { MessageConsumer } from '@vault/messaging';
import type { RpcDefinition } from '@vault/rpc';
import { outcomeModels, type Models } from '@vault/store';

export interface HttpSetup<Config> {
  readonly fastify: FastifyInstance;
  readonly config: Config;
}

/** A command of a service to itself for each document of a collection. */
export interface FollowUp {
  readonly collection: string;
  readonly type: CommandType;
  readonly toData: (document: Readonly<Record<string, unknown>>) => object;
}

/** The definition that a service exports: everything a host needs to run it, alone or with others. */
export interface ServiceDefinition<Schema extends z.ZodObject = z.ZodObject> {
  readonly name: ServiceName;
  /** One zod object over environment variables. */
  readonly config: Schema;
  /** Variables that must be set, with the same value in every replica, when servers are used. */
  readonly sharedByReplicas?: readonly string[];
  /**
   * The models of its store: the host adds them to the connection of the service's name, operators' commands use them
   * without the module. A service without models has no store.
   */
  readonly models?: Models;
  /** Needed when its data was moved to an installation with other addresses of media. */
  readonly afterMove?: FollowUp;
  /** The gRPC service that it provides. */
  readonly rpc?: RpcDefinition;
  /**
   * Its controllers, providers and imports. The host adds the tokens of `tokens.ts` for this service only; `platform` is
   * the module with them, for imports that need it.
   */
  readonly module: Partial<DynamicModule> | ((platform: DynamicModule) => Partial<DynamicModule>);
  /** Providers that handle commands and events; the host adds them to the module. */
  readonly consumers?: readonly Type<MessageConsumer>[];
  /**
   * Set when it sends commands and waits for their outcomes. Every such service reads the outcomes of all commands:
   * `batched` fetches them in batches (≤ 250 ms), for a service that seldom sends commands.
   */
  readonly outcomeDelivery?: 'immediate' | 'batched';
  /** Events that each replica of a service that sends commands reads, with {@link CommandBus.onMessage}. */
  readonly observedEvents?: readonly EventType[];
  /** Adds web server plugins and headers; only for a service that answers browsers. */
  readonly http?: (setup: HttpSetup<z.infer<Schema>>) => Promise<void>;
}

/** Types a service definition, and adds the outcomes of its commands to its store. */
export function defineService<Schema extends z.ZodObject>(
  definition: ServiceDefinition<Schema>,
): ServiceDefinition<Schema> {
  const { models } = definition;
  return models ? { ...definition, models: [...models, ...outcomeModels] } : definition;
}
