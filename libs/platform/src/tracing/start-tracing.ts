import type { Tracing, TracingOptions } from './tracing-options.ts';

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
