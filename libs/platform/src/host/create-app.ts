import type { Server } from '@grpc/grpc-js';
import { Module, type DynamicModule, type LoggerService } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { NestMicroservice, Transport, type MicroserviceOptions } from '@nestjs/microservices';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import {
  CorrelationInterceptor,
  RpcHealth,
  logCalls,
  serverOptions,
  serviceNameOf,
  type RpcDefinition,
} from '@vault/rpc';
import type { Health, Logger } from '@vault/base';
import { ErrorFilter } from '../http/error.filter.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { requestMetrics, rpcMetrics } from '../metrics/service-metrics.ts';
import { createHttpAdapter, type HttpLimits, type Mount } from '../http/http-server.ts';
import { RepeatInterceptor } from './repeated-calls.ts';
import type { Infrastructure } from '../infrastructure/infrastructure-port.ts';
import type { ServiceInstance } from './service-runtime.ts';

/** Logs Nest's own messages: its start-up messages at debug, warnings and errors at their levels. */
class NestLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: unknown, context?: string): void {
    this.logger.debug({ context }, String(message));
  }

  warn(message: unknown, context?: string): void {
    this.logger.warn({ context }, String(message));
  }

  error(message: unknown, stack?: string, context?: string): void {
    // Nest logs an error of the start, and throws it as well: the caller reports it.
    if (context === 'ExceptionHandler') return;
    this.logger.error({ context, stack }, String(message));
  }

  fatal(message: unknown, context?: string): void {
    this.logger.error({ context }, String(message));
  }
}

export interface AppOptions {
  readonly instances: readonly ServiceInstance[];
  readonly infrastructure: Infrastructure;
  readonly health: Health;
  readonly metrics: Metrics;
  readonly logger: Logger;
  readonly mounts: readonly Mount[];
  readonly trustedProxies: number;
  readonly httpLimits: Partial<HttpLimits> | undefined;
}

@Module({})
class HostModule {}

/** One Nest container with the given services: HTTP, and gRPC if any of them provides it. */
export async function createApp(options: AppOptions): Promise<NestFastifyApplication> {
  const root: DynamicModule = { module: HostModule, imports: options.instances.map(({ module }) => module) };
  const { mounts, trustedProxies, httpLimits: limits, metrics, logger } = options;
  const observer = requestMetrics(metrics);
  const adapter = createHttpAdapter({
    mounts,
    trustedProxies,
    observer,
    logger,
    ...(limits ? { limits } : {}),
  });
  const app = await NestFactory.create<NestFastifyApplication>(root, adapter, {
    logger: new NestLogger(options.logger),
    rawBody: true,
    abortOnError: false,
  });
  app.useGlobalFilters(new ErrorFilter(options.logger));
  connectRpc(app, options);
  return app;
}

function connectRpc(app: NestFastifyApplication, options: AppOptions): void {
  const { instances, infrastructure, metrics, logger } = options;
  const definitions = instances.flatMap(({ definition }) => (definition.rpc ? [definition.rpc] : []));
  if (definitions.length === 0) return;
  const health = new RpcHealth(options.health, definitions.map(serviceNameOf));
  const packageDefinition = Object.fromEntries(definitions.map((rpc) => [serviceNameOf(rpc), rpc]));
  const rpc = app.connectMicroservice<MicroserviceOptions>(
    {
      transport: Transport.GRPC,
      options: {
        url: infrastructure.rpcListenAddress,
        package: definitions.map(packageOf),
        packageDefinition: packageDefinition as never,
        credentials: infrastructure.rpcSecurity.serverCredentials(),
        channelOptions: serverOptions({
          observer: logCalls(logger, rpcMetrics(metrics)),
          logger,
          security: infrastructure.rpcSecurity,
        }),
        onLoadPackageDefinition: (_definition: unknown, server: Server) =>
          server.addService(health.service, health.handlers),
        // Running calls may finish; their deadlines bound the time.
        gracefulShutdown: true,
      },
    },
    // It has its own interceptors: on HTTP, where a hook does the same, each would slow down every request.
    // Its handlers are bound when it listens: before that, filters and interceptors can still be added.
    { inheritAppConfig: false, deferInitialization: true },
  );
  // The surrounding app already calls the init hooks of modules and providers.
  if (rpc instanceof NestMicroservice) rpc.setIsInitHookCalled(true);
  rpc.useGlobalFilters(new ErrorFilter(logger));
  const outcomesOf = new Map(
    instances.map(({ definition, outcomes }) => [definition.rpc && serviceNameOf(definition.rpc), outcomes]),
  );
  const repeats = new RepeatInterceptor((path) => outcomesOf.get(path.split('/')[1]));
  rpc.useGlobalInterceptors(new CorrelationInterceptor(), repeats);
}

function packageOf(definition: RpcDefinition): string {
  return serviceNameOf(definition).split('.').slice(0, -1).join('.');
}
