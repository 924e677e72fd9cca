import { PassThrough, Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';

/** One file of the archive. Its content is fetched in chunks while it is read. */
export interface ExportFile {
  readonly path: string;
  readonly content: () => AsyncIterable<string | Uint8Array>;
  /** Of media, which is stored as it is: it cannot be compressed further. */
  readonly size?: number;
}

/** Text shrinks to a third at this level; a higher one takes longer and saves little. */
const compressionLevel = 6;

/**
 * An archive that is created while it is read: each file starts when the one before has been sent, and media is passed on
 * in small parts, so memory does not grow with the archive. When a file fails, or `gone` is aborted, the stream is
 * destroyed: the reader sees an incomplete archive.
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
  for await (const { path, content, size } of files) {
    if (out.destroyed) return;
    const bytes = Readable.from(content(), { objectMode: false });
    const packing = size === undefined ? { compressionLevel } : { compress: false, size };
    zip.addReadStream(bytes, path, { mtime: writtenAt, mode: 0o100_600, ...packing });
    // When the reader has gone, this also ends the generator.
    const stop = () => bytes.destroy();
    out.once('close', stop);
    await finished(bytes);
    out.off('close', stop);
  }
  zip.end();
}
