import type { DynamicModule } from '@nestjs/common';
import type { ServiceName } from '@vault/contracts';
import {
  type Health,
  type Logger,
  CLOCK,
  COMMAND_BUS,
  CONFIG,
  EVENT_BUS,
  HEALTH,
  LOGGER,
  METRICS,
  RELAY,
  RPC,
  systemClock,
  type Clock,
} from '@vault/base';
import { CommandBus } from '@vault/messaging';
import { logCalls, Rpc, clientValues } from '@vault/rpc';
import { OutboxRelay, StoredOutcomes, type ServiceStore } from '@vault/store';
import type { Metrics } from '../metrics/metrics.ts';
import {
  clockMetrics,
  consumerHealth,
  rpcMetrics,
  commandMetrics,
  outboxMetrics,
} from '../metrics/service-metrics.ts';
import type { ServiceDefinition } from './define-service.ts';
import type { Infrastructure } from '../infrastructure/infrastructure-port.ts';
import { PlatformModule } from './platform.module.ts';
import { keyHeadersOf } from './repeated-calls.ts';
import { serviceModule } from './service-module.ts';

export interface RuntimeOptions {
  readonly definition: ServiceDefinition;
  readonly config: unknown;
  readonly infrastructure: Infrastructure;
  readonly health: Health;
  readonly metrics: Metrics;
  readonly logger: Logger;
  /** In place of the time of the store. */
  readonly clock?: Clock | undefined;
}

/** The values of one service, and its parts that must be started and stopped. */
export interface ServiceInstance {
  readonly definition: ServiceDefinition;
  readonly name: ServiceName;
  readonly module: DynamicModule;
  readonly store: ServiceStore | undefined;
  /** How its commands and calls ended that have a key. */
  readonly outcomes: StoredOutcomes | undefined;
  readonly relay: OutboxRelay;
  readonly commandBus: CommandBus | undefined;
  readonly rpc: Rpc;
  readonly logger: Logger;
}

/** Opens the store of a service and creates the values that it may inject. */
export async function createServiceInstance(options: RuntimeOptions): Promise<ServiceInstance> {
  const { definition, config, infrastructure, health, metrics } = options;
  const { name } = definition;
  const logger = options.logger.child({ service: name }) as Logger;
  const { bus } = infrastructure;
  const store = definition.models ? await infrastructure.openStore(name) : undefined;
  if (store) {
    const { clock } = store;
    if (clock) {
      void clock.start();
      health.watch(`${name} clock`, () => !clock.isSkewed);
    }
    clockMetrics(metrics, name, () => clock);
    health.register(`${name} store`, async () => (await store.isReady()) && clock?.isKnown !== false);
    health.register(`${name} indexes`, () => store.hasIndexes());
    if (store.isSound) health.watch(`${name} store file`, () => store.isSound?.() ?? true);
  }
  const outcomes = store && new StoredOutcomes(store.connection, logger);
  const relay = new OutboxRelay(bus, logger);
  if (store) outboxMetrics(metrics, name, relay);
  const commandBus = definition.outcomeDelivery
    ? new CommandBus(bus, name, `${name}-outcomes-${infrastructure.replicaId}`, {
        observer: commandMetrics(metrics, name),
        observedEvents: definition.observedEvents ?? [],
        isBatched: definition.outcomeDelivery === 'batched',
      })
    : undefined;
  if (commandBus) {
    const isHealthy = () => commandBus.isHealthy;
    health.watch(`${name} outcomes`, isHealthy);
    consumerHealth(metrics, `${name}-outcomes`, isHealthy);
  }
  const rpc = new Rpc((service) => infrastructure.rpcAddressOf(service), {
    logger,
    observer: logCalls(logger, rpcMetrics(metrics)),
    security: infrastructure.rpcSecurity,
    deadlineMs: infrastructure.rpcDeadlineMs,
    headersOf: keyHeadersOf,
  });
  const values = new Map<symbol, unknown>([
    [CONFIG, config],
    [RELAY, relay],
    [EVENT_BUS, bus],
    [COMMAND_BUS, commandBus],
    [RPC, rpc],
    ...clientValues(rpc),
    [LOGGER, logger],
    [CLOCK, options.clock ?? store?.clock ?? systemClock],
    [HEALTH, health],
    [METRICS, metrics],
  ]);
  const platform = PlatformModule.forService({ name, values, connection: store?.connection });
  const module = serviceModule(definition, platform);
  return { definition, name, module, store, outcomes, relay, commandBus, rpc, logger };
}
