import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { collectDefaultMetrics } from 'prom-client';
import type { Logger } from '@vault/base';
import type { Metrics } from './metrics.ts';

export interface MetricsServerOptions {
  readonly host: string;
  /** 0 means any free port. */
  readonly port: number;
  readonly logger: Logger;
}

/** A server for metrics. */
export interface MetricsServer {
  readonly port: number;
  close(): Promise<void>;
}

/** The address of the metrics server: `METRICS_PORT` on `HOST`. */
export interface MetricsAddress {
  readonly HOST: string;
  readonly METRICS_PORT?: number | undefined;
}

/** Starts the metrics server. @returns undefined when `METRICS_PORT` is unset */
export async function serveMetrics(
  metrics: Metrics,
  { HOST: host, METRICS_PORT: port }: MetricsAddress,
  logger: Logger,
) {
  if (port === undefined) return undefined;
  const server = await startMetricsServer(metrics, { host, port, logger });
  // Process metrics cost some work, so they are only collected when they are served.
  collectDefaultMetrics({ register: metrics.registry });
  return server;
}

/** More than the scrapers of one process need. */
const maxConnections = 20;
const limits = { maxHeaderSize: 8 * 1024, headersTimeout: 5_000, requestTimeout: 5_000 };
const idleMs = 30_000;

/**
 * Serves `GET /metrics` on its own port, because metrics are for operators, not for users.
 * @throws {Error} when the port is taken
 */
export async function startMetricsServer(
  metrics: Pick<Metrics, 'scrape' | 'registry'>,
  { host, port, logger }: MetricsServerOptions,
): Promise<MetricsServer> {
  const server = createServer(limits, (request, response) => {
    answer(metrics, request, response).catch((error: unknown) => {
      // The error message may contain private data, so it is only logged.
      logger.error({ err: error }, 'the metrics could not be read');
      end(response, 500);
    });
  });
  server.maxConnections = maxConnections;
  server.timeout = idleMs;
  server.listen(port, host);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      const closed = once(server.close(), 'close');
      server.closeAllConnections();
      await closed;
    },
  };
}

async function answer(
  metrics: Pick<Metrics, 'scrape' | 'registry'>,
  { method, url }: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (url?.split('?')[0] !== '/metrics') {
    end(response, 404);
    return;
  }
  if (method !== 'GET') {
    end(response.setHeader('allow', 'GET'), 405);
    return;
  }
  const text = await metrics.scrape();
  response.setHeader('content-type', metrics.registry.contentType).setHeader('cache-control', 'no-store');
  response.end(text);
}

function end(response: ServerResponse, status: number): void {
  response.writeHead(status, { 'content-length': 0 }).end();
}
