import { Module, type DynamicModule } from '@nestjs/common';
import type { ServiceName } from '@vault/contracts';

/** The values of the tokens of `tokens.ts` for one service; undefined if it has none. */
export interface ServiceRuntime {
  readonly name: ServiceName;
  readonly values: ReadonlyMap<symbol, unknown>;
}

/** Provides the values that a service may inject. Not global, so that services in one process do not share values. */
@Module({})
export class PlatformModule {
  static forService({ values }: ServiceRuntime): DynamicModule {
    return {
      module: PlatformModule,
      providers: [...values].map(([provide, value]) => ({ provide, useValue: value ?? null })),
      exports: [...values.keys()],
    };
  }
}
