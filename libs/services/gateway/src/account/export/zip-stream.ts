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
/** A slow connection with large buffers takes nothing for minutes, too. */
const stallDeadlineMs = 5 * 60_000;
/** Less than this in that time is 2 KB in a second: such a reader would keep its place for days. */
const leastBytesOfReader = 600_000;

interface ZipOptions {
  readonly writtenAt: Date;
  /** Aborted when the client has gone. */
  readonly gone: AbortSignal;
  /** The stream is destroyed when its reader takes almost nothing for this time, or up to twice as long. */
  readonly stallMs?: number;
  /** What a reader takes at least in this time. */
  readonly leastBytes?: number;
}

/**
 * An archive that is created while it is read: each file starts when the one before has been sent, and media is passed on
 * in small parts, so memory does not grow with the archive. When a file fails, the client has gone or reads almost
 * nothing, the stream is destroyed: the reader sees an incomplete archive.
 */
export function zipStream(
  files: AsyncIterable<ExportFile>,
  { writtenAt, gone, stallMs = stallDeadlineMs, leastBytes = leastBytesOfReader }: ZipOptions,
): Readable {
  const zip = new ZipFile();
  const out = new PassThrough();
  zip.outputStream.pipe(out);
  const fail = (error: unknown) => out.destroy(error instanceof Error ? error : new Error(String(error)));
  zip.on('error', fail);
  gone.addEventListener('abort', () => fail(new Error('The client has gone.')), { once: true });
  const stalled = () => fail(new Error('The client reads too slowly.'));
  watchReader({ source: zip.outputStream, out }, { everyMs: stallMs, leastBytes }, stalled);
  addAll(zip, files, { writtenAt, out }).catch(fail);
  return out;
}

/** Calls `onStall` when bytes wait in `out` at two checks, and its reader took almost none between them. */
function watchReader(
  { source, out }: { readonly source: NodeJS.ReadableStream; readonly out: PassThrough },
  { everyMs, leastBytes }: { readonly everyMs: number; readonly leastBytes: number },
  onStall: () => void,
): void {
  let written = 0;
  let takenBefore = Number.NEGATIVE_INFINITY;
  source.on('data', (bytes: Uint8Array) => (written += bytes.byteLength));
  const check = setInterval(() => {
    const waiting = out.writableLength + out.readableLength;
    const taken = written - waiting;
    if (waiting > 0 && taken - takenBefore < leastBytes) onStall();
    takenBefore = waiting > 0 ? taken : Number.NEGATIVE_INFINITY;
  }, everyMs);
  out.once('close', () => clearInterval(check));
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
    zip.addReadStreamLazy(path, { mtime: writtenAt, mode: 0o100_600, ...packing }, handOver(bytes));
    // When the reader has gone, this also ends the generator.
    const stop = () => bytes.destroy();
    out.once('close', stop);
    await finished(bytes);
    out.off('close', stop);
  }
  zip.end();
}

/** Gives a stream away and forgets it: the archive keeps this function until its end, for each of its files. */
function handOver(stream: Readable): (callback: (error: null, stream: Readable) => void) => void {
  let ownedStream: Readable | undefined = stream;
  return (callback) => {
    const current = ownedStream;
    ownedStream = undefined;
    if (current) callback(null, current);
  };
}
