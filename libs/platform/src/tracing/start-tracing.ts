import type { HostConfig } from '../host/host.config.ts';
import type { Logger } from '../logging/logger.ts';

export interface TracingOptions {
  /** The headers are read from it for each request, because their file may change. */
  readonly config: Pick<
    HostConfig,
    'OTEL_EXPORTER_OTLP_ENDPOINT' | 'OTEL_EXPORTER_OTLP_HEADERS' | 'OTEL_TRACES_SAMPLER_ARG'
  >;
  /** The name of this process in traces, unless `OTEL_SERVICE_NAME` is set. */
  readonly name: string;
  readonly logger: Logger;
}

export interface Tracing {
  /** Sends the remaining spans, for at most two seconds, and ends tracing. Never throws. */
  stop(): Promise<void>;
}

/**
 * Starts tracing in this process if `OTEL_EXPORTER_OTLP_ENDPOINT` is set; otherwise OpenTelemetry's SDK is not even
 * loaded, and spans do nothing.
 */
export async function startTracing(options: TracingOptions): Promise<Tracing> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = options.config;
  if (endpoint === undefined) return { stop: () => Promise.resolve() };
  const { startOtlpTracing } = await import('./otlp-tracing.ts');
  return startOtlpTracing(endpoint, options);
}
