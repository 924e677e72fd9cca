import type { IncomingMessage, ServerResponse } from 'node:http';
import { INVALID_SPAN_CONTEXT, SpanKind, SpanStatusCode, trace, type Span } from '@opentelemetry/api';
import type { FastifyInstance } from 'fastify';
import {
  currentCorrelationId,
  withCorrelation,
  type Logger,
  runWithin,
  startSpan,
  withTraceparent,
} from '@vault/base';

/** One request that has ended. */
export interface RequestObservation {
  readonly method: string;
  /** The pattern of the route or the prefix of the mount, never the url, which may hold a secret. */
  readonly route: string;
  /** 499 when the client disconnected before the answer. */
  readonly status: number;
  readonly seconds: number;
}

/** Called at the start and the end of every request; it must be quick and must not throw. */
export interface RequestObserver {
  begin(): void;
  end(request: RequestObservation): void;
}

const clientDisconnected = 499;
const unknownRoute = 'unknown';
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
/** Requested every few seconds by probes. */
const healthRoutes = ['/livez', '/readyz'];

const routes = new WeakMap<IncomingMessage, string>();
/** Reports a running request as answered. */
const reports = new WeakMap<ServerResponse, (status: number) => void>();

/** Reports a request as answered now, instead of at its end: a stream of events would count as a slow answer. */
export function reportAnswered(response: ServerResponse): void {
  reports.get(response)?.(response.statusCode);
}

/** Stores the pattern of each request's route for {@link observeRequest}. */
export function rememberRoutes(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', (request, _reply, done) => {
    if (request.routeOptions.url !== undefined) routes.set(request.raw, request.routeOptions.url);
    done();
  });
}

export interface Observed {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** The prefix of the mount that answers; undefined when the web framework answers. */
  readonly prefix: string | undefined;
}

/**
 * Handles a request in its own span, and reports it to the observer and the log when it has ended, with its
 * correlation id.
 */
export function observeRequest(
  { request, response, prefix }: Observed,
  observer: RequestObserver | undefined,
  logger: Logger | undefined,
  handle: () => void,
): void {
  const span = startRequestSpan(request);
  const begin = performance.now();
  const correlationId = currentCorrelationId();
  const { method = '' } = request;
  observer?.begin();
  let isReported = false;
  const report = (status: number) => {
    if (isReported) return;
    isReported = true;
    const route = prefix ?? routes.get(request) ?? unknownRoute;
    const seconds = (performance.now() - begin) / 1_000;
    const knownMethod = methods.includes(method) ? method : 'other';
    observer?.end({ method: knownMethod, route, status, seconds });
    endRequestSpan(span, { method: knownMethod, route, status });
    if (!logger) return;
    const level = healthRoutes.includes(route) ? 'debug' : 'info';
    // Connection events run outside of the request's async context.
    withCorrelation(correlationId, () =>
      runWithin(span, () =>
        logger[level]({ method, route, status, ms: Math.round(seconds * 1_000) }, 'request'),
      ),
    );
  };
  reports.set(response, report);
  response.once('close', () => report(response.headersSent ? response.statusCode : clientDisconnected));
  runWithin(span, handle);
}

/** The span continues the trace of the client's `traceparent`. Probes have none. */
function startRequestSpan({ url = '', headers }: IncomingMessage): Span {
  if (healthRoutes.includes(url)) return trace.wrapSpanContext(INVALID_SPAN_CONTEXT);
  return withTraceparent(headers.traceparent?.toString(), () =>
    startSpan('request', { kind: SpanKind.SERVER }),
  );
}

function endRequestSpan(span: Span, { method, route, status }: Omit<RequestObservation, 'seconds'>): void {
  if (!span.isRecording()) return;
  span.updateName(`${method} ${route}`);
  span.setAttributes({
    'http.request.method': method,
    'http.route': route,
    'http.response.status_code': status,
  });
  if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
}
