import type { Logger } from '@vault/base';
import type { HostConfig } from '../config/host.config.ts';

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
