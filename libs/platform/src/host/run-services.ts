import type { AddressInfo } from 'node:net';
import 'reflect-metadata';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { ServiceName } from '@vault/contracts';
import type { INestApplication } from '@nestjs/common';
import {
  type Environment,
  watchSecretFiles,
  Health,
  healthRoutes,
  createLogger,
  type Logger,
  type Clock,
} from '@vault/base';
import { type EventBus, createDispatcher, type MessageConsumer } from '@vault/messaging';
import { serveMetrics } from '../metrics/metrics-server.ts';
import {
  certificateMetrics,
  createMetrics,
  consumerMetrics,
  deadLetterMetrics,
  messageMetrics,
  producerMetrics,
  type Consumer,
} from '../metrics/service-metrics.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { createApp } from './create-app.ts';
import type { ServiceDefinition } from './define-service.ts';
import { drainServer, keepServing } from '../http/drain-server.ts';
import { hostConfig } from '../config/host.config.ts';
import type { HttpLimits, Mount } from '../http/http-server.ts';
import type { Infrastructure } from '../infrastructure/infrastructure-port.ts';
import { createInfrastructure } from '../infrastructure/infrastructure.ts';
import { loadConfigs, reloadConfigs, type LoadedConfigs } from './load-configs.ts';
import { createServiceInstance, type ServiceInstance } from './service-runtime.ts';
import { urlOf } from './serve-handler.ts';
import { startTracing } from '../tracing/start-tracing.ts';
import type { Tracing } from '../tracing/tracing-options.ts';
import { Teardown } from './teardown.ts';

interface ConsumerOptions {
  readonly app: INestApplication;
  readonly instances: readonly ServiceInstance[];
  readonly bus: EventBus;
  readonly health: Health;
  readonly metrics: Metrics;
}

/**
 * Subscribes each service that handles messages, with its own consumer group. Consumers do not affect readiness,
 * because requests can be answered without a broker; a broker that refuses this process does, because its configuration
 * is wrong: a rollout must stop.
 */
async function startConsumers({ app, instances, bus, health, metrics }: ConsumerOptions) {
  const running: Consumer[] = [];
  const observer = messageMetrics(metrics);
  for (const { name: service, definition, logger, outcomes } of instances) {
    if (!definition.consumers?.length) continue;
    const consumers = definition.consumers.map((type) => app.get<MessageConsumer>(type, { strict: false }));
    const { topics, types, handle, onGivenUp, retry } = createDispatcher({
      service,
      consumers,
      bus,
      logger,
      observer,
      memory: outcomes,
    });
    observer.expect(service, types);
    const onDeadLetter = deadLetterMetrics(metrics, service, topics);
    const subscription = await bus.subscribe({
      group: service,
      topics,
      handler: handle,
      retry,
      onGivenUp,
      onDeadLetter,
    });
    health.watch(`${service} consumer`, () => subscription.isHealthy);
    running.push({ group: service, topics, subscription });
  }
  health.register('access to messages', () => !bus.isRefused);
  health.watch('sending messages', () => !bus.isUnavailable);
  producerMetrics(metrics, bus);
  consumerMetrics(metrics, running);
  return { close: () => Promise.all(running.map(({ subscription }) => subscription.close())) };
}

export interface RunOptions {
  /** The name of this process in its log; by default the names of its services. */
  readonly name?: string;
  /** The environment with the configuration; `process.env` by default. */
  readonly env?: Environment;
  /** Plain request handlers in addition to the services' routes. */
  readonly mounts?: readonly Mount[];
  readonly logger?: Logger;
  /** The health checks of this process; callers may add more. */
  readonly health?: Health;
  /** The metrics of this process; created by default. */
  readonly metrics?: Metrics;
  /** In place of the time of each service's store. */
  readonly clock?: Clock;
  /** The tracing of this process; started by default. The caller stops it. */
  readonly tracing?: Tracing;
  /** Time limits for clients that differ from the defaults. */
  readonly httpLimits?: Partial<HttpLimits>;
  /** The time between two checks whether files of secrets have changed, in milliseconds. */
  readonly secretsEveryMs?: number;
  /** Only tests may run a part of the product on embedded adapters. */
  readonly allowPartial?: boolean;
}

/** A running process. */
export interface RunningServices {
  /** The HTTP address, such as `http://127.0.0.1:5000`. */
  readonly url: string;
  /** The port of the metrics server; undefined without one. */
  readonly metricsPort: number | undefined;
  readonly infrastructure: Infrastructure;
  /** A provider of a running service, for tests. */
  get<Type>(token: abstract new (...args: never[]) => Type): Type;
  /** Reports that it is not ready, and keeps serving for `STOP_DELAY_SECONDS`; call it before {@link stop}. */
  startDraining(): Promise<void>;
  /**
   * Stops accepting requests, waits for running work (in bounded time), closes stores. A second call joins the first.
   * @throws {AggregateError} when something did not close cleanly; everything else is closed anyway
   */
  stop(): Promise<void>;
}

/** Lets a running chunk finish; a client resumes an interrupted upload in any case. */
const drainWithinMs = 3_000;
/** For message handlers and calls of other processes; longer than their usual deadlines. */
const workWithinMs = 6_000;

/**
 * Runs one, several or all services in this process. When the start fails, everything that was opened is closed.
 * @throws {ConfigError} naming every problem of the configuration
 */
export async function runServices(
  definitions: readonly ServiceDefinition[],
  options: RunOptions = {},
): Promise<RunningServices> {
  const env = options.env ?? process.env;
  const loaded = loadConfigs(definitions, env);
  const root = options.logger ?? createLogger({ level: loaded.host.LOG_LEVEL });
  const name = options.name ?? definitions.map((definition) => definition.name).join('+');
  const logger = root.child({ service: name });
  const teardown = new Teardown(logger);
  try {
    return await start({ definitions, options, env, loaded, root, logger, teardown });
  } catch (error) {
    // The caller gets the first error; errors of the teardown are logged.
    await teardown.run().catch(() => undefined);
    throw error;
  }
}

interface Start {
  readonly definitions: readonly ServiceDefinition[];
  readonly options: RunOptions;
  readonly env: Environment;
  readonly loaded: LoadedConfigs;
  /** The logger from which each service derives its own. */
  readonly root: Logger;
  /** The logger of the host. */
  readonly logger: Logger;
  readonly teardown: Teardown;
}

async function start({ definitions, options, env, loaded, root, logger, teardown }: Start) {
  const { host, configs } = loaded;
  const { allowPartial, health = new Health() } = options;
  const services = definitions.map(({ name }) => name);
  if (!options.tracing) {
    const tracing = await startTracing({ config: host, name: options.name ?? services.join('+'), logger });
    teardown.add('traces', () => tracing.stop());
  }
  const metrics = options.metrics ?? createMetrics(services, logger);
  certificateMetrics(metrics, () => ({ rpc: host.RPC_TLS_CERT, kafka: host.KAFKA_CERT }));
  const infrastructure = await createInfrastructure({
    config: host,
    services,
    stores: definitions.filter(({ models }) => models).map(({ name }) => name),
    logger,
    allowPartial,
  });
  teardown.add('stores and events', () => infrastructure.close(), workWithinMs);
  const instances = await createInstances(
    { definitions, options, loaded, metrics, logger: root, teardown },
    infrastructure,
    health,
  );
  const app = await createApp({
    instances,
    infrastructure,
    health,
    metrics,
    logger,
    mounts: options.mounts ?? [],
    trustedProxies: host.TRUST_PROXY,
    httpLimits: options.httpLimits,
  });
  teardown.add('the container and its calls', () => app.close(), workWithinMs);
  await prepareHttp(app, instances, configs, health);
  await Promise.all(instances.map(async ({ store }) => store?.prepareIndexes()));
  await app.init();
  await app.startAllMicroservices();
  if (infrastructure.isSound) health.watch('log file', () => infrastructure.isSound?.() ?? true);
  const consumers = await startConsumers({ app, instances, bus: infrastructure.bus, health, metrics });
  teardown.add('message handlers', () => consumers.close(), workWithinMs);
  for (const { commandBus, relay } of instances) {
    if (commandBus) {
      teardown.add('commands', () => commandBus.close(), workWithinMs);
      await commandBus.start();
    }
    relay.start();
  }
  const secrets = watchSecretFiles({
    env,
    names: [hostConfig, ...definitions.map(({ config }) => config)].flatMap(({ shape }) =>
      Object.keys(shape),
    ),
    reload: () => {
      reloadConfigs(loaded, definitions, env);
      infrastructure.refresh?.();
    },
    logger,
    everyMs: options.secretsEveryMs,
  });
  teardown.add('files of secrets', () => secrets.close());
  const metricsServer = await serveMetrics(metrics, host, logger);
  teardown.add('metrics', () => metricsServer?.close());
  const server = app.getHttpServer();
  teardown.add('requests', () => drainServer(server, drainWithinMs), drainWithinMs * 2);
  teardown.add('being ready', () => health.stop());
  await app.listen(host.PORT, host.HOST);
  const url = urlOf(host.HOST, server.address() as AddressInfo);
  const { adapters } = infrastructure;
  logger.info({ url, metricsPort: metricsServer?.port, services, adapters }, 'started');
  return {
    url,
    metricsPort: metricsServer?.port,
    infrastructure,
    get: <Type>(token: abstract new (...args: never[]) => Type) => app.get<Type>(token, { strict: false }),
    startDraining: () => {
      health.stop();
      return keepServing(server, host.STOP_DELAY_SECONDS * 1_000);
    },
    stop: () => teardown.run(),
  };
}

interface InstanceParts {
  readonly metrics: Metrics;
}

async function createInstances(
  { definitions, options, loaded, metrics, logger, teardown }: Omit<Start, 'env' | 'root'> & InstanceParts,
  infrastructure: Infrastructure,
  health: Health,
): Promise<ServiceInstance[]> {
  const instances: ServiceInstance[] = [];
  for (const definition of definitions) {
    const config = loaded.configs[definition.name];
    const instance = await createServiceInstance({
      definition,
      config,
      infrastructure,
      health,
      metrics,
      logger,
      clock: options.clock,
    });
    teardown.add(`calls of ${instance.name}`, () => instance.rpc.close());
    teardown.add(`outbox of ${instance.name}`, () => instance.relay.stop());
    instances.push(instance);
  }
  return instances;
}

async function prepareHttp(
  app: NestFastifyApplication,
  instances: readonly ServiceInstance[],
  configs: Readonly<Record<ServiceName, unknown>>,
  health: Health,
): Promise<void> {
  const fastify = app.getHttpAdapter().getInstance();
  healthRoutes(fastify, health);
  for (const { definition } of instances) {
    await definition.http?.({ fastify, config: configs[definition.name] as never });
  }
}
