import { SpanKind } from '@opentelemetry/api';
import { inSpan } from './tracing.ts';

export interface OutgoingRequest {
  /** What is called: `video host`. */
  readonly name: string;
  readonly url: string | URL | Request;
  readonly method?: string | undefined;
}

/**
 * Sends a request to another system in a span with its method, host and status, but not its path, which may hold more
 * than ids. The span ends with the headers of the answer.
 */
export function requestInSpan(
  { name, url, method = 'GET' }: OutgoingRequest,
  send: () => Promise<Response>,
): Promise<Response> {
  const { hostname } = new URL(url instanceof Request ? url.url : url);
  const attributes = { 'http.request.method': method, 'server.address': hostname };
  return inSpan(name, { kind: SpanKind.CLIENT, attributes }, async (span) => {
    const response = await send();
    span.setAttribute('http.response.status_code', response.status);
    return response;
  });
}
