import type { ServerResponse } from 'node:http';

/** A failure that has an answer: thrown anywhere below a route, written by the router. */
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

/** 404, the same for what never was, what is gone and what is not yet. */
export function notFound(): HttpError {
  return new HttpError(404, 'not_found', 'not found');
}

/** 507: the disk is full. */
export function noRoom(message: string, headers: Record<string, string> = {}): HttpError {
  return new HttpError(507, 'storage_full', message, headers);
}

/** 400 in Mux's words. */
export function invalidParameters(message: string): HttpError {
  return new HttpError(400, 'invalid_parameters', message);
}

/** An answer that is opened as a page of its own shows what it is, and runs nothing. */
const PAGE_POLICY =
  "sandbox; default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'";

/** Headers of every answer; where browsers come by https, they are to come by nothing else. */
export function setCommonHeaders(
  res: ServerResponse,
  { resourcePolicy, isHttps }: { resourcePolicy: string; isHttps: boolean },
): void {
  res.setHeader('X-Content-Type-Options', 'nosniff');
  res.setHeader('Cross-Origin-Resource-Policy', resourcePolicy);
  res.setHeader('Content-Security-Policy', PAGE_POLICY);
  if (isHttps) res.setHeader('Strict-Transport-Security', 'max-age=31536000');
}

/** Sends JSON; never cached. */
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

/** Sends an error in Mux's shape: `{ error: { type, messages } }`. */
export function sendError(res: ServerResponse, error: HttpError): void {
  sendJson(
    res,
    error.status,
    { error: { type: error.type, messages: [error.message], message: error.message } },
    error.headers,
  );
}

/** Sends a text body made on the fly, such as a playlist. */
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
