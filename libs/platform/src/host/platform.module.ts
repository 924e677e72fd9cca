import { Module, type DynamicModule } from '@nestjs/common';
import type { ServiceName } from '@vault/contracts';
import {
  CLOCK,
  COMMAND_BUS,
  CONFIG,
  EVENT_BUS,
  HEALTH,
  LOGGER,
  METRICS,
  RELAY,
  RPC,
  STORE,
} from './tokens.ts';

/** The values behind the tokens, for one service. */
export interface ServiceRuntime {
  readonly name: ServiceName;
  readonly values: ReadonlyMap<symbol, unknown>;
}

const tokens = [CONFIG, STORE, RELAY, EVENT_BUS, COMMAND_BUS, RPC, LOGGER, CLOCK, HEALTH, METRICS];

/** What a service may inject. It is not global: neighbours in one process never see each other's values. */
@Module({})
export class PlatformModule {
  static forService({ values }: ServiceRuntime): DynamicModule {
    return {
      module: PlatformModule,
      providers: tokens.map((provide) => ({ provide, useValue: values.get(provide) ?? null })),
      exports: tokens,
    };
  }
}
