import type { IncomingMessage, ServerResponse } from 'node:http';

/** One request with its response and parsed url. */
export interface Exchange {
  req: IncomingMessage;
  res: ServerResponse;
  /** The HTTP method in upper case. */
  method: string;
  /** Decoded path segments, none of them empty. */
  path: readonly string[];
  query: URLSearchParams;
}

/** Parses the url of a request; returns undefined when no route can have it. */
export function readExchange(req: IncomingMessage, res: ServerResponse): Exchange | undefined {
  const [pathname, search] = splitOnce(req.url ?? '/', '?');
  const segments = pathname.split('/').slice(1);
  // All valid paths are plain ASCII without escapes.
  if (!pathname.startsWith('/') || !segments.every((segment) => /^[\w.-]+$/.test(segment))) return undefined;
  return { req, res, method: req.method ?? 'GET', path: segments, query: new URLSearchParams(search) };
}

function splitOnce(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator);
  return at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}
