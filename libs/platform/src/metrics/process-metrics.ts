import platform from '../../package.json' with { type: 'json' };
import type { Logger } from '../logging/logger.ts';
import { startMetricsServer } from './metrics-server.ts';
import { PrometheusMetrics } from './prometheus-metrics.ts';

export interface ProcessMetricsOptions {
  /** The services in the process, such as `gateway`. */
  readonly parts: readonly string[];
  readonly logger: Logger;
}

/** Creates the metrics of this process. */
export function createProcessMetrics({ parts, logger }: ProcessMetricsOptions): PrometheusMetrics {
  const metrics = new PrometheusMetrics(logger);
  const services = [...parts].sort().join(',');
  metrics
    .gauge({
      name: 'build_info',
      help: 'Version and services of this process; always 1.',
      labels: ['version', 'node_version', 'services'],
    })
    .set({ version: platform.version, node_version: process.version, services }, 1);
  return metrics;
}

/** The address of the metrics server: `METRICS_PORT` on `HOST`. */
export interface MetricsAddress {
  readonly HOST: string;
  readonly METRICS_PORT?: number | undefined;
}

/** Starts the metrics server. @returns undefined when `METRICS_PORT` is unset */
export async function serveMetrics(
  metrics: PrometheusMetrics,
  { HOST: host, METRICS_PORT: port }: MetricsAddress,
  logger: Logger,
) {
  if (port === undefined) return undefined;
  const server = await startMetricsServer(metrics, { host, port, logger });
  // Process metrics cost some work, so they are only collected when they are served.
  metrics.addProcessMetrics();
  return server;
}
