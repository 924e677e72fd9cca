import type { Stats } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { open } from 'node:fs/promises';

import type { ComposedFile } from '../media/packaging/audio-file.ts';
import { sizeOf } from '../media/packaging/audio-file.ts';
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
  /** Called when the composed content is not needed any more. */
  release?: () => void;
}

/** What a slow reader holds in memory: the kernel buffers enough for a fast one. */
const bufferBytes = 64 * 1024;

/** For content that never changes under its url; private, so that no shared cache keeps it after a deletion. */
export const immutableCaching = 'private, max-age=31536000, immutable';

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
    await send(exchange, file, content, { start, end });
  } catch (error) {
    // A player that seeks closes its connection; this is not an error.
    if (!res.headersSent) throw error;
  } finally {
    answer.release?.();
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

/**
 * Sends a range with one buffer, which is freed at the end: buffers that wait for the garbage collector would take much
 * more memory than what is sent, and the process would keep it.
 */
async function send(
  { res }: Exchange,
  file: FileHandle,
  content: ComposedFile,
  range: ByteRange,
): Promise<void> {
  let fail: (error: Error) => void = () => undefined;
  // The callback of a write is not called when the connection closes while an earlier response occupies it.
  const onClose = (): void => {
    fail(new Error('the client has disconnected'));
  };
  res.once('close', onClose);
  const buffer = Buffer.allocUnsafeSlow(Math.min(bufferBytes, range.end + 1 - range.start));
  try {
    for await (const piece of read(file, content, range, buffer)) {
      await new Promise<void>((resolve, reject) => {
        fail = reject;
        if (res.destroyed) onClose();
        res.write(piece, (error) => {
          if (error instanceof Error) reject(error);
          else resolve();
        });
      });
    }
    res.end();
  } catch (error) {
    res.destroy();
    throw error;
  } finally {
    res.off('close', onClose);
    buffer.buffer.transfer(0);
  }
}

/** Reads a range of a composed file. The next piece overwrites the one before. */
async function* read(
  file: FileHandle,
  { head, spans }: ComposedFile,
  range: ByteRange,
  buffer: Buffer,
): AsyncGenerator<Buffer> {
  if (range.start < head.length) yield head.subarray(range.start, range.end + 1);
  let position = head.length;
  for (const span of spans) {
    let at = span.start + Math.max(0, range.start - position);
    const end = Math.min(span.end, span.start + range.end + 1 - position);
    position += span.end - span.start;
    while (at < end) {
      const { bytesRead } = await file.read(buffer, 0, Math.min(buffer.length, end - at), at);
      if (bytesRead === 0) throw new Error('the file is shorter than it was');
      at += bytesRead;
      yield buffer.subarray(0, bytesRead);
    }
  }
}
