import type { ServerResponse } from 'node:http';

/** An error with an HTTP response: a route throws it, the router sends it. */
export class HttpError extends Error {
  readonly status: number;
  readonly type: string;
  readonly headers: Record<string, string>;

  constructor(status: number, type: string, message: string, headers: Record<string, string> = {}) {
    super(message);
    this.status = status;
    this.type = type;
    this.headers = headers;
  }
}

/** 404, the same for things that never existed, were deleted or are not ready. */
export function notFound(): HttpError {
  return new HttpError(404, 'not_found', 'not found');
}

/** 503: too much work waits. */
export function tryAgain(message: string): HttpError {
  return new HttpError(503, 'try_again', message, { 'Retry-After': '2' });
}

/** 507: the disk is full. */
export function storageFull(message: string, headers: Record<string, string> = {}): HttpError {
  return new HttpError(507, 'storage_full', message, headers);
}

/** 400 with Mux's error type. */
export function invalidParameters(message: string): HttpError {
  return new HttpError(400, 'invalid_parameters', message);
}

/** Applies when a response is opened as a page: it may show media, but runs no script. */
const contentSecurityPolicy =
  "sandbox; default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'";

/** Sets the headers of every response; with https also `Strict-Transport-Security`. */
export function setCommonHeaders(
  res: ServerResponse,
  { resourcePolicy, isHttps }: { resourcePolicy: string; isHttps: boolean },
): void {
  res.setHeader('X-Content-Type-Options', 'nosniff');
  res.setHeader('Cross-Origin-Resource-Policy', resourcePolicy);
  res.setHeader('Content-Security-Policy', contentSecurityPolicy);
  if (isHttps) res.setHeader('Strict-Transport-Security', 'max-age=31536000');
}

/** Sends JSON with `Cache-Control: no-store`. */
export function sendJson(
  res: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  const text = Buffer.from(JSON.stringify(body));
  res.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': text.length,
    'Cache-Control': 'no-store',
    ...headers,
  });
  res.end(text);
}

/** Sends an error in Mux's format: `{ error: { type, messages } }`. */
export function sendError(res: ServerResponse, error: HttpError): void {
  sendJson(
    res,
    error.status,
    { error: { type: error.type, messages: [error.message], message: error.message } },
    error.headers,
  );
}

/** Sends a generated text body, such as a playlist. */
export function sendText(
  res: ServerResponse,
  contentType: string,
  body: string,
  options: { isHead: boolean; cacheControl: string },
): void {
  const bytes = Buffer.from(body);
  res.writeHead(200, {
    'Content-Type': contentType,
    'Content-Length': bytes.length,
    'Cache-Control': options.cacheControl,
  });
  res.end(options.isHead ? undefined : bytes);
}
