import type { IncomingMessage, ServerResponse } from 'node:http';

/** Lets the page the upload was made for (`cors_origin`) send chunks and read in answers where to go on and when. */
export function allowOrigin(req: IncomingMessage, res: ServerResponse, corsOrigin: string): void {
  res.setHeader('Access-Control-Expose-Headers', 'Range, Retry-After');
  res.setHeader('Vary', 'Origin');
  const { origin } = req.headers;
  if (origin === undefined) return;
  if (corsOrigin !== '*' && normalise(corsOrigin) !== normalise(origin)) return;
  res.setHeader('Access-Control-Allow-Origin', corsOrigin === '*' ? '*' : origin);
}

/** Answers a preflight request. */
export function answerPreflight(res: ServerResponse): void {
  res.writeHead(204, {
    'Access-Control-Allow-Methods': 'PUT, OPTIONS',
    'Access-Control-Allow-Headers': 'content-type, content-range',
    'Access-Control-Max-Age': '600',
    'Cache-Control': 'no-store',
    'Content-Length': 0,
  });
  res.end();
}

function normalise(origin: string): string {
  try {
    return new URL(origin).origin;
  } catch {
    return origin;
  }
}
