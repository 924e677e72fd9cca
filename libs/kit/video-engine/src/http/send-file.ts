import type { Stats } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import type { ComposedFile } from '../media/audio-file.ts';
import { sizeOf } from '../media/audio-file.ts';
import type { ByteRange } from './byte-range.ts';
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
  /** Composes the content from parts of the file; without it, the content is the file. */
  compose?: (file: FileHandle) => Promise<ComposedFile | undefined>;
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
    const stats = await file.stat();
    const content = await contentOf(file, answer, stats);
    const size = sizeOf(content);
    const etag = etagOf(stats);
    const condition = req.headers['if-range'];
    // Part of a file that has changed would be joined to part of the old one.
    const isSame = condition === undefined || condition === etag;
    const range = isSame ? parseByteRange(req.headers.range, size) : undefined;
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
      ETag: etag,
      ...(range === undefined ? {} : { 'Content-Range': `bytes ${start}-${end}/${size}` }),
      ...(answer.disposition === undefined ? {} : { 'Content-Disposition': answer.disposition }),
    });
    if (method === 'HEAD' || size === 0) {
      res.end();
      return;
    }
    await pipeline(Readable.from(read(file, content, { start, end })), res);
  } catch (error) {
    // A player that seeks closes its connection; this is not an error.
    if (!res.headersSent) throw error;
  } finally {
    await file.close();
  }
}

async function contentOf(file: FileHandle, { compose }: FileAnswer, { size }: Stats): Promise<ComposedFile> {
  if (compose === undefined) return { head: Buffer.alloc(0), spans: [{ start: 0, end: size }] };
  const composed = await compose(file);
  if (composed === undefined) throw notFound();
  return composed;
}

/** A strong validator: files are written once and replaced as a whole. */
function etagOf({ size, mtimeMs }: Stats): string {
  return `"${size.toString(16)}-${Math.floor(mtimeMs).toString(16)}"`;
}

/** Reads a range of a composed file. */
async function* read(
  file: FileHandle,
  { head, spans }: ComposedFile,
  range: ByteRange,
): AsyncGenerator<Buffer> {
  if (range.start < head.length) yield head.subarray(range.start, range.end + 1);
  let position = head.length;
  for (const span of spans) {
    const start = span.start + Math.max(0, range.start - position);
    const end = Math.min(span.end, span.start + range.end + 1 - position) - 1;
    position += span.end - span.start;
    if (start > end) continue;
    yield* file.createReadStream({
      start,
      end,
      highWaterMark: 256 * 1024,
      autoClose: false,
    }) as AsyncIterable<Buffer>;
  }
}
