import { Module, type DynamicModule } from '@nestjs/common';
import { getConnectionToken } from '@nestjs/mongoose';
import type { ServiceName } from '@vault/contracts';
import type { Connection } from 'mongoose';

/** What the platform provides to one service. */
export interface ServiceRuntime {
  readonly name: ServiceName;
  /** The values of the tokens of `tokens.ts`; undefined if it has none. */
  readonly values: ReadonlyMap<symbol, unknown>;
  /** The connection to its store. */
  readonly connection: Connection | undefined;
}

/**
 * Provides the connection of a service to `MongooseModule.forFeature(models, name)`, which finds only global ones. The
 * host opened it before the container and closes it after the container.
 */
@Module({})
class StoreModule {
  static forConnection(name: ServiceName, connection: Connection): DynamicModule {
    const provide = getConnectionToken(name);
    return {
      module: StoreModule,
      global: true,
      providers: [{ provide, useValue: connection }],
      exports: [provide],
    };
  }
}

/** Provides the values that a service may inject. Not global, so that services in one process do not share values. */
@Module({})
export class PlatformModule {
  static forService({ name, values, connection }: ServiceRuntime): DynamicModule {
    return {
      module: PlatformModule,
      imports: connection ? [StoreModule.forConnection(name, connection)] : [],
      providers: [...values].map(([provide, value]) => ({ provide, useValue: value ?? null })),
      exports: [...values.keys()],
    };
  }
}
