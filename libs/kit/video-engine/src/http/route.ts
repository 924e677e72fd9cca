import type { IncomingMessage, ServerResponse } from 'node:http';

/** One request on its way through the routes. */
export interface Exchange {
  req: IncomingMessage;
  res: ServerResponse;
  /** HEAD or GET or any other, upper case. */
  method: string;
  /** Decoded path segments, none of them empty. */
  path: readonly string[];
  query: URLSearchParams;
}

/** Reads the url of a request; undefined when it cannot be one of ours. */
export function readExchange(req: IncomingMessage, res: ServerResponse): Exchange | undefined {
  const [pathname, search] = splitOnce(req.url ?? '/', '?');
  const segments = pathname.split('/').slice(1);
  // Everything we hand out is plain ASCII, so an escape in a path is a guess at something else.
  if (!pathname.startsWith('/') || !segments.every((segment) => /^[\w.-]+$/.test(segment))) return undefined;
  return { req, res, method: req.method ?? 'GET', path: segments, query: new URLSearchParams(search) };
}

function splitOnce(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator);
  return at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}
