import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';

import { parseByteRange } from './byte-range.ts';
import { notFound } from './respond.ts';
import type { Exchange } from './route.ts';

/** How a file is sent. */
export interface FileAnswer {
  path: string;
  contentType: string;
  cacheControl: string;
  /** The `Content-Disposition`: fixed words and names that were checked. */
  disposition?: string;
}

/** Caching of what never changes under its url; private, so that no cache outlives a deletion for others. */
export const IMMUTABLE = 'private, max-age=31536000, immutable';

/**
 * Sends a file to GET or HEAD, whole or the range asked for.
 *
 * @throws HttpError 404 when it is not there
 */
export async function sendFile(exchange: Exchange, answer: FileAnswer): Promise<void> {
  const { req, res, method } = exchange;
  const file = await open(answer.path, 'r').catch(() => undefined);
  if (file === undefined) throw notFound();
  try {
    const { size } = await file.stat();
    const range = parseByteRange(req.headers.range, size);
    res.setHeader('Accept-Ranges', 'bytes');
    if (range === 'unsatisfiable') {
      res.writeHead(416, { 'Content-Range': `bytes */${size}`, 'Content-Length': 0 }).end();
      return;
    }
    const { start, end } = range ?? { start: 0, end: size - 1 };
    res.writeHead(range === undefined ? 200 : 206, {
      'Content-Type': answer.contentType,
      'Content-Length': end - start + 1,
      'Cache-Control': answer.cacheControl,
      ...(range === undefined ? {} : { 'Content-Range': `bytes ${start}-${end}/${size}` }),
      ...(answer.disposition === undefined ? {} : { 'Content-Disposition': answer.disposition }),
    });
    if (method === 'HEAD' || size === 0) {
      res.end();
      return;
    }
    await pipeline(file.createReadStream({ start, end, highWaterMark: 256 * 1024, autoClose: false }), res);
  } catch (error) {
    // A player that seeks away closes its connection; that is no failure.
    if (!res.headersSent) throw error;
  } finally {
    await file.close();
  }
}
