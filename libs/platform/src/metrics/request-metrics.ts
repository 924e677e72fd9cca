import type { RequestObserver } from '../host/observe-requests.ts';
import type { Metrics } from './metrics.ts';

/** Counts HTTP requests. */
export function requestMetrics(metrics: Metrics): RequestObserver {
  const requests = metrics.counter({
    name: 'http_requests_total',
    help: 'HTTP requests that were answered, or whose client disconnected (499).',
    labels: ['method', 'route', 'status'],
  });
  const durations = metrics.histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the headers of a request to the end of its answer.',
    labels: ['method', 'route'],
  });
  const inFlight = metrics.gauge({
    name: 'http_requests_in_flight',
    help: 'Running HTTP requests.',
  });
  return {
    begin: () => inFlight.add({}, 1),
    end: ({ method, route, status, seconds }) => {
      inFlight.add({}, -1);
      requests.add({ method, route, status: String(status) });
      durations.observe({ method, route }, seconds);
    },
  };
}
