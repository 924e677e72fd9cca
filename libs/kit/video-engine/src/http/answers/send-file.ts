import type { FileHandle } from 'node:fs/promises';
import { open } from 'node:fs/promises';
import type { LocalObject, ObjectReader, Span } from '@vault/media-store';
import { MediaStoreError, releaseMemory } from '@vault/media-store';
import { type ComposedFile, sizeOf } from '@vault/media';
import { parseByteRange } from './byte-range.ts';
import { notFound } from './respond.ts';
import type { Exchange } from './route.ts';

/** An object to send, and its headers. */
export interface FileAnswer {
  reader: ObjectReader;
  key: string;
  contentType: string;
  cacheControl: string;
  /** The `Content-Disposition`. */
  disposition?: string;
  /** Composes the content from parts of the object; without it, the content is the object. */
  compose?: (file: FileHandle, object: LocalObject) => Promise<ComposedFile | undefined>;
  /** Called when the composed content is not needed any more. */
  release?: () => void;
}

/** What a slow reader holds in memory: the kernel buffers enough for a fast one. */
const bufferBytes = 64 * 1024;
/** How much is fetched from the store at a time. */
const fetchBytes = 4 * 1024 * 1024;

/** For content that never changes under its url; private, so that no shared cache keeps it after a deletion. */
export const immutableCaching = 'private, max-age=31536000, immutable';

/**
 * Answers GET or HEAD with an object or the requested range of it.
 *
 * @throws HttpError 404 when it does not exist
 */
export async function sendFile(exchange: Exchange, answer: FileAnswer): Promise<void> {
  const { req, res, method } = exchange;
  const object = await answer.reader.open(answer.key).catch((error: unknown) => {
    throw error instanceof MediaStoreError && error.problem === 'missing' ? notFound() : error;
  });
  const file = await open(object.path, 'r').catch(() => {
    object.close();
    throw notFound();
  });
  try {
    const content = await contentOf(file, answer, object);
    const size = sizeOf(content);
    const etag = etagOf(answer.key);
    const condition = req.headers['if-range'];
    // Part of a file that has changed would be joined to part of the old one.
    const isSame = condition === undefined || condition === etag;
    const range = isSame ? parseByteRange(req.headers.range, size) : undefined;
    res.setHeader('Accept-Ranges', 'bytes');
    if (range === 'unsatisfiable') {
      res.writeHead(416, { 'Content-Range': `bytes */${size}`, 'Content-Length': 0 }).end();
      return;
    }
    const { start, end } = range ?? { start: 0, end: size };
    res.writeHead(range === undefined ? 200 : 206, {
      'Content-Type': answer.contentType,
      'Content-Length': end - start,
      'Cache-Control': answer.cacheControl,
      ETag: etag,
      ...(range === undefined ? {} : { 'Content-Range': `bytes ${start}-${end - 1}/${size}` }),
      ...(answer.disposition === undefined ? {} : { 'Content-Disposition': answer.disposition }),
    });
    if (method === 'HEAD' || size === 0) {
      res.end();
      return;
    }
    await send(exchange, { file, object }, content, { start, end });
  } catch (error) {
    // A player that seeks closes its connection; this is not an error.
    if (!res.headersSent) throw error;
  } finally {
    answer.release?.();
    await file.close();
    object.close();
  }
}

/** An object, and its file. */
interface Source {
  file: FileHandle;
  object: LocalObject;
}

async function contentOf(
  file: FileHandle,
  { compose }: FileAnswer,
  object: LocalObject,
): Promise<ComposedFile> {
  if (compose === undefined) return { head: Buffer.alloc(0), spans: [{ start: 0, end: object.bytes }] };
  const composed = await compose(file, object);
  if (composed === undefined) throw notFound();
  return composed;
}

/** A strong validator: an object is written once. */
function etagOf(key: string): string {
  return `"${key.slice(key.lastIndexOf('/') + 1)}"`;
}

/**
 * Sends a range with one buffer, which is freed at the end: buffers that wait for the garbage collector would take much
 * more memory than what is sent, and the process would keep it.
 */
async function send({ res }: Exchange, source: Source, content: ComposedFile, range: Span): Promise<void> {
  let fail: (error: Error) => void = () => undefined;
  // The callback of a write is not called when the connection closes while an earlier response occupies it.
  const onClose = (): void => fail(new Error('the client has disconnected'));
  res.once('close', onClose);
  const buffer = Buffer.allocUnsafeSlow(Math.min(bufferBytes, range.end - range.start));
  try {
    for await (const piece of read(source, content, range, buffer)) {
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
    releaseMemory([buffer]);
  }
}

/** Reads a range of a composed file. The next piece overwrites the one before. */
async function* read(
  { file, object }: Source,
  { head, spans }: ComposedFile,
  range: Span,
  buffer: Buffer,
): AsyncGenerator<Buffer> {
  if (range.start < head.length) yield head.subarray(range.start, range.end);
  let position = head.length;
  for (const span of spans) {
    let at = span.start + Math.max(0, range.start - position);
    const end = Math.min(span.end, span.start + range.end - position);
    position += span.end - span.start;
    let fetchedTo = at;
    while (at < end) {
      if (at >= fetchedTo) {
        fetchedTo = Math.min(end, at + fetchBytes);
        await object.load({ start: at, end: fetchedTo });
      }
      const { bytesRead } = await file.read(buffer, 0, Math.min(buffer.length, end - at), at);
      if (bytesRead === 0) throw new Error('the file is shorter than it was');
      at += bytesRead;
      yield buffer.subarray(0, bytesRead);
    }
  }
}
