import { isIPv6, type AddressInfo } from 'node:net';
import { Health, healthRoutes, type Logger } from '@vault/base';
import { serveMetrics } from '../metrics/metrics-server.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { requestMetrics } from '../metrics/service-metrics.ts';
import { drainServer, keepServing } from '../http/drain-server.ts';
import type { HostConfig } from '../config/host.config.ts';
import { createHttpAdapter, type Mount } from '../http/http-server.ts';
import { Teardown } from './teardown.ts';

export interface ServeOptions {
  readonly config: HostConfig;
  readonly mount: Mount;
  readonly metrics: Metrics;
  readonly logger: Logger;
  readonly health?: Health;
}

const drainWithinMs = 3_000;

/**
 * Serves one plain request handler, with the same health routes, metrics, limits and clean stop as `runServices`.
 */
export async function serveHandler({ config, mount, metrics, logger, health = new Health() }: ServeOptions) {
  const teardown = new Teardown(logger);
  const adapter = createHttpAdapter({
    mounts: [mount],
    trustedProxies: config.TRUST_PROXY,
    observer: requestMetrics(metrics),
    logger,
  });
  const fastify = adapter.getInstance();
  const server = fastify.server;
  healthRoutes(fastify, health);
  try {
    const metricsServer = await serveMetrics(metrics, config, logger);
    teardown.add('metrics', () => metricsServer?.close());
    const metricsPort = metricsServer?.port;
    teardown.add('the web server', () => fastify.close());
    await fastify.listen({ port: config.PORT, host: config.HOST });
    teardown.add('requests', () => drainServer(server, drainWithinMs), drainWithinMs * 2);
    const url = urlOf(config.HOST, server.address() as AddressInfo);
    logger.info({ url, metricsPort }, 'started');
    const startDraining = () => {
      health.stop();
      return keepServing(server, config.STOP_DELAY_SECONDS * 1_000);
    };
    return { url, metricsPort, startDraining, stop: () => teardown.run() };
  } catch (error) {
    await teardown.run().catch(() => undefined);
    throw error;
  }
}

/** The address of a server that listens. */
export function urlOf(host: string, { port }: AddressInfo): string {
  return `http://${isIPv6(host) ? `[${host}]` : host}:${port}`;
}
