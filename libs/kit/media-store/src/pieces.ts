import type { FileHandle } from 'node:fs/promises';

import { fileError, MediaStoreError } from './media-store.ts';

/** How many bytes there are in pieces. */
export function sizeOf(pieces: readonly Uint8Array[]): number {
  return pieces.reduce((sum, { length }) => sum + length, 0);
}

/** Writes pieces, one after the other. */
export async function writeAll(
  file: FileHandle,
  pieces: readonly Uint8Array[],
  position: number,
): Promise<void> {
  const { bytesWritten } = await file.writev(pieces, position);
  if (bytesWritten === sizeOf(pieces)) return;
  const rest = Buffer.concat(pieces).subarray(bytesWritten);
  for (let written = 0; written < rest.length;) {
    const at = position + bytesWritten + written;
    written += (await file.write(rest, written, rest.length - written, at)).bytesWritten;
  }
}

/** Reads some bytes of a file. @throws MediaStoreError when the file has fewer bytes, or cannot be read */
export async function readAt(file: FileHandle, offset: number, length: number): Promise<Buffer<ArrayBuffer>> {
  const bytes = Buffer.allocUnsafe(length);
  for (let position = 0; position < length;) {
    const { bytesRead } = await file
      .read(bytes, position, length - position, offset + position)
      .catch((error: unknown) => {
        throw fileError(error);
      });
    if (bytesRead === 0)
      throw new MediaStoreError('unavailable', 'the file became shorter while it was stored');
    position += bytesRead;
  }
  return bytes;
}

/**
 * Frees the memory of stored bytes at once. If it were left to the garbage collector, that would run all the time during a
 * fast upload, and 64 MiB or more would be waiting for it. Only bytes that own their whole buffer are freed, because no
 * other code can use it.
 */
export function releaseMemory(pieces: readonly Uint8Array[]): void {
  for (const { buffer, byteLength } of pieces) {
    if (buffer instanceof ArrayBuffer && byteLength > 0 && buffer.byteLength === byteLength)
      buffer.transfer(0);
  }
}
