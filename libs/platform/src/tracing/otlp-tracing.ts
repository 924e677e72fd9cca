import { context, diag, DiagLogLevel, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import {
  parseKeyPairsIntoRecord,
  setGlobalErrorHandler,
  W3CTraceContextPropagator,
} from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import {
  detectResources,
  resourceAttributesEnvDetector,
  resourceFromAttributes,
  serviceNameEnvDetector,
} from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { replica, endsWithin } from '@vault/base';
import platform from '../../package.json' with { type: 'json' };
import type { Tracing, TracingOptions } from './tracing-options.ts';

/** Spans that wait to be sent, about 1 KB each; when the collector is unreachable, further ones are dropped. */
const maxQueueSize = 2_048;
const exportTimeoutMillis = 10_000;
const stopWithinMs = 2_000;
/** Minimum time between two warnings, in milliseconds. */
const remindAfterMs = 60_000;

/**
 * Sends sampled spans over OTLP/HTTP in batches, in the background. Sampling is decided where a trace begins; every
 * other process follows.
 */
export function startOtlpTracing(endpoint: string, { config, name, logger }: TracingOptions): Tracing {
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/$/, '')}/v1/traces`,
    timeoutMillis: exportTimeoutMillis,
    headers: () => Promise.resolve(parseKeyPairsIntoRecord(config.OTEL_EXPORTER_OTLP_HEADERS)),
  });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': name,
      'service.version': platform.version,
      'service.instance.id': replica,
    }).merge(detectResources({ detectors: [resourceAttributesEnvDetector, serviceNameEnvDetector] })),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(config.OTEL_TRACES_SAMPLER_ARG) }),
    spanProcessors: [new BatchSpanProcessor({ exporter, maxQueueSize, exportTimeoutMillis })],
    spanLimits: { attributeValueLengthLimit: 256 },
  });
  const warn = throttled((reason) => {
    logger.warn({ reason }, 'traces cannot be sent; the product works without');
  });
  setGlobalErrorHandler((error) => warn(typeof error === 'string' ? error : (error.message ?? 'unknown')));
  const ignore = () => undefined;
  diag.setLogger({ error: warn, warn, info: ignore, debug: ignore, verbose: ignore }, DiagLogLevel.WARN);
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(provider);
  return {
    stop: async () => {
      if (!(await endsWithin(provider.shutdown(), stopWithinMs))) warn('the last spans are lost');
      for (const part of [trace, propagation, context, diag]) part.disable();
    },
  };
}

function throttled(log: (reason: string) => void): (reason: string) => void {
  let loggedAt = -Infinity;
  return (reason) => {
    if (performance.now() - loggedAt < remindAfterMs) return;
    loggedAt = performance.now();
    log(reason);
  };
}
