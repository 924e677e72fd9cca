import type { IncomingMessage, ServerResponse } from 'node:http';

/** Lets pages of the allowed origins (`*` for all) send chunks and read `Range` and `Retry-After` in answers. */
export function allowOrigin(req: IncomingMessage, res: ServerResponse, allowed: readonly string[]): void {
  res.setHeader('Access-Control-Expose-Headers', 'Range, Retry-After');
  res.setHeader('Vary', 'Origin');
  const { origin } = req.headers;
  if (origin === undefined) return;
  const isForAll = allowed.includes('*');
  if (!isForAll && !allowed.some((one) => normalise(one) === normalise(origin))) return;
  res.setHeader('Access-Control-Allow-Origin', isForAll ? '*' : origin);
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
