import { PassThrough, Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import type { ExportFile } from './export-files.service.ts';

/** Text of one language shrinks to a third at this level; more would cost time and little else. */
const compressionLevel = 6;

/**
 * An archive that is written while it is read: each file is begun when the one before has gone out, so memory holds no
 * more than one. When a file cannot be had, or `gone` is aborted, the stream is destroyed: whoever reads it sees that it
 * is not whole.
 */
export function zipStream(files: AsyncIterable<ExportFile>, writtenAt: Date, gone: AbortSignal): Readable {
  const zip = new ZipFile();
  const out = new PassThrough();
  zip.outputStream.pipe(out);
  const fail = (error: unknown) => out.destroy(error instanceof Error ? error : new Error(String(error)));
  zip.on('error', fail);
  gone.addEventListener('abort', () => fail(new Error('The client has gone.')), { once: true });
  addAll(zip, files, { writtenAt, out }).catch(fail);
  return out;
}

async function addAll(
  zip: ZipFile,
  files: AsyncIterable<ExportFile>,
  { writtenAt, out }: { readonly writtenAt: Date; readonly out: PassThrough },
): Promise<void> {
  for await (const { path, content } of files) {
    if (out.destroyed) return;
    const bytes = Readable.from(content(), { objectMode: false });
    zip.addReadStream(bytes, path, { mtime: writtenAt, mode: 0o100_600, compressionLevel });
    // Ends as well when nobody reads any more: then the generator is told to end.
    const stop = () => bytes.destroy();
    out.once('close', stop);
    await finished(bytes);
    out.off('close', stop);
  }
  zip.end();
}
