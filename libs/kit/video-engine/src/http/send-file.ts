import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';

import { parseByteRange } from './byte-range.ts';
import { notFound } from './respond.ts';
import type { Exchange } from './route.ts';

/** A file to send and its headers. */
export interface FileAnswer {
  path: string;
  contentType: string;
  cacheControl: string;
  /** The `Content-Disposition`; the caller has validated the file name. */
  disposition?: string;
}

/** For content that never changes under its url; private, so that no shared cache keeps it after a deletion. */
export const IMMUTABLE = 'private, max-age=31536000, immutable';

/**
 * Answers GET or HEAD with a file or the requested range of it.
 *
 * @throws HttpError 404 when the file does not exist
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
    // A player that seeks closes its connection; this is not an error.
    if (!res.headersSent) throw error;
  } finally {
    await file.close();
  }
}
