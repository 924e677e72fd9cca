import type { FileHandle } from 'node:fs/promises';

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
