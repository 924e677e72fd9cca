import 'reflect-metadata';
import type { AddressInfo } from 'node:net';
import type { ServiceName } from '@vault/contracts';
import { loadAll, type Environment } from '../config/load-config.ts';
import { Health, healthRoutes } from '../health/health.ts';
import { createLogger, type Logger } from '../logging/logger.ts';
import { startConsumers } from './start-consumers.ts';
import { createApp } from './create-app.ts';
import type { ServiceDefinition } from './define-service.ts';
import { hostConfig, type HostConfig } from './host.config.ts';
import type { Mount } from './http-server.ts';
import { createInfrastructure, type Infrastructure } from './infrastructure.ts';
import { buildIndexes, createServiceInstance, type ServiceInstance } from './service-runtime.ts';
import { systemClock, type Clock } from './tokens.ts';

export interface RunOptions {
  readonly env?: Environment;
  /** Plain request handlers beside the services' routes. */
  readonly mounts?: readonly Mount[];
  readonly logger?: Logger;
  readonly clock?: Clock;
  /** Only tests may run a part of the product on embedded adapters. */
  readonly allowPartial?: boolean;
}

/** A process that serves. */
export interface RunningServices {
  /** Where HTTP listens, such as `http://127.0.0.1:5000`. */
  readonly url: string;
  readonly infrastructure: Infrastructure;
  /** A provider of a running service, for tests. */
  get<Type>(token: abstract new (...args: never[]) => Type): Type;
  /** Stops taking requests, lets running work end, closes stores. */
  stop(): Promise<void>;
}

/**
 * The only host: runs one, several or all services in this process.
 * @throws {ConfigError} naming every problem of the configuration
 */
export async function runServices(
  definitions: readonly ServiceDefinition[],
  options: RunOptions = {},
): Promise<RunningServices> {
  const { host, configs } = loadConfigs(definitions, options.env ?? process.env);
  const logger = options.logger ?? createLogger({ level: host.LOG_LEVEL });
  const health = new Health();
  const services = definitions.map(({ name }) => name);
  const infrastructure = createInfrastructure({
    config: host,
    services,
    logger,
    allowPartial: options.allowPartial,
  });
  const instances: ServiceInstance[] = [];
  for (const definition of definitions) {
    const config = configs[definition.name];
    const clock = options.clock ?? systemClock;
    instances.push(
      await createServiceInstance({ definition, config, infrastructure, health, logger, clock }),
    );
  }
  const app = await createApp({
    instances,
    infrastructure,
    logger,
    mounts: options.mounts ?? [],
    trustProxy: host.TRUST_PROXY,
  });
  const fastify = app.getHttpAdapter().getInstance();
  healthRoutes(fastify, health);
  for (const { definition } of instances)
    await definition.http?.({ fastify, config: configs[definition.name] as never });
  await Promise.all(instances.map(buildIndexes));
  await app.init();
  await app.startAllMicroservices();
  const consumers = await startConsumers({ app, instances, bus: infrastructure.bus, health });
  for (const { commandBus, relay } of instances) {
    await commandBus?.start();
    relay.start();
  }
  await app.listen(host.PORT, host.HOST);
  const { port } = app.getHttpServer().address() as AddressInfo;
  return {
    url: `http://${host.HOST}:${String(port)}`,
    infrastructure,
    get: (token) => app.get(token as never, { strict: false }),
    stop: async () => {
      await consumers.close();
      for (const { commandBus } of instances) await commandBus?.close();
      app.getHttpServer().closeAllConnections();
      await app.close();
      await Promise.all(instances.map(({ relay }) => relay.stop()));
      for (const { rpc } of instances) rpc.close();
      await infrastructure.close();
    },
  };
}

function loadConfigs(definitions: readonly ServiceDefinition[], env: Environment) {
  const schemas = {
    host: hostConfig,
    ...Object.fromEntries(definitions.map(({ name, config }) => [name, config])),
  };
  const loaded = loadAll(schemas, env) as { host: HostConfig } & Record<ServiceName, unknown>;
  return { host: loaded.host, configs: loaded as Record<ServiceName, unknown> };
}
