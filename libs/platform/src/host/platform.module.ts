import { Module, type DynamicModule } from '@nestjs/common';
import type { ServiceName } from '@vault/contracts';

/** The values behind the tokens of `tokens.ts`, for one service; undefined where it has none. */
export interface ServiceRuntime {
  readonly name: ServiceName;
  readonly values: ReadonlyMap<symbol, unknown>;
}

/** What a service may inject. It is not global: neighbours in one process never see each other's values. */
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
