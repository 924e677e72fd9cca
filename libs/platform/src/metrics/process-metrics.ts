import platform from '../../package.json' with { type: 'json' };
import type { Logger } from '../logging/logger.ts';
import { startMetricsServer } from './metrics-server.ts';
import { PrometheusMetrics } from './prometheus-metrics.ts';

export interface ProcessMetricsOptions {
  /** What runs in the process, such as `gateway`. */
  readonly parts: readonly string[];
  readonly logger: Logger;
}

/** The metrics of this process; one for each process, whatever it runs. */
export function createProcessMetrics({ parts, logger }: ProcessMetricsOptions): PrometheusMetrics {
  const metrics = new PrometheusMetrics(logger);
  const services = [...parts].sort().join(',');
  metrics
    .gauge({
      name: 'build_info',
      help: 'What runs here; always 1.',
      labels: ['version', 'node_version', 'services'],
    })
    .set({ version: platform.version, node_version: process.version, services }, 1);
  return metrics;
}

/** Where the metrics of a process are told: `METRICS_PORT` of `HOST`; nowhere when it is unset. */
export interface MetricsAddress {
  readonly HOST: string;
  readonly METRICS_PORT?: number | undefined;
}

/** Tells the metrics where the configuration says. @returns undefined when it says nothing */
export async function serveMetrics(
  metrics: PrometheusMetrics,
  { HOST: host, METRICS_PORT: port }: MetricsAddress,
  logger: Logger,
) {
  if (port === undefined) return undefined;
  const server = await startMetricsServer(metrics, { host, port, logger });
  // Watching the event loop is work of its own: only where somebody looks.
  metrics.addProcessMetrics();
  return server;
}
