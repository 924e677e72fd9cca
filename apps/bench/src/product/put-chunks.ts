import { randomFillSync } from 'node:crypto';
import { open } from 'node:fs/promises';
import { Agent, request } from 'node:http';

const mib = 1024 * 1024;
/** The first size that the uploader tries. */
export const uploadChunkBytes = 30 * mib;
const agent = new Agent({ keepAlive: true });

/** A file of any size that repeats one chunk, so that it is never completely in memory. */
export interface EndlessFile {
  readonly chunk: Buffer;
  readonly totalBytes: number;
}

/** Random bytes that begin as an MP4 does. */
export function endlessFile(chunkBytes: number, totalMiB: number): EndlessFile {
  const chunk = randomFillSync(Buffer.allocUnsafe(chunkBytes));
  Buffer.from('\0\0\0\x18ftypisom\0\0\0\0isomiso2').copy(chunk);
  return { chunk, totalBytes: totalMiB * mib };
}

/**
 * Sends a file in chunks, as the uploader does. The announced total is one byte larger, so that the upload stays open
 * and no processing of the video disturbs the measurement.
 * @returns MiB per second
 */
export async function putChunks(url: string, { chunk, totalBytes }: EndlessFile): Promise<number> {
  const startedAt = performance.now();
  for (let from = 0; from < totalBytes; from += chunk.length) {
    const piece = chunk.subarray(0, Math.min(chunk.length, totalBytes - from));
    await putRange(url, piece, from, totalBytes + 1);
  }
  return totalBytes / mib / ((performance.now() - startedAt) / 1_000);
}

/** Sends a file in chunks, as the uploader does. @returns when the last byte was sent, as `performance.now()` tells it */
export async function putFile(url: string, path: string): Promise<number> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const chunk = Buffer.allocUnsafe(uploadChunkBytes);
    let sentAt = 0;
    for (let from = 0; from < size;) {
      const { bytesRead } = await file.read(chunk, 0, chunk.length, from);
      sentAt = await putRange(url, chunk.subarray(0, bytesRead), from, size);
      from += bytesRead;
    }
    return sentAt;
  } finally {
    await file.close();
  }
}

/** @returns when the last byte was sent */
function putRange(url: string, piece: Buffer, from: number, total: number): Promise<number> {
  const end = from + piece.length;
  const range = `bytes ${String(from)}-${String(end - 1)}/${String(total)}`;
  const headers = { 'content-type': 'video/mp4', 'content-range': range, 'content-length': piece.length };
  const expected = end === total ? 200 : 308;
  let sentAt = 0;
  return new Promise((resolve, reject) => {
    const put = request(url, { method: 'PUT', agent, headers }, (answer) => {
      const { statusCode } = answer;
      answer.resume().once('end', () => {
        if (statusCode === expected) resolve(sentAt);
        else reject(new Error(`a chunk failed with ${String(statusCode)}`));
      });
    });
    put.once('finish', () => (sentAt = performance.now()));
    put.once('error', reject).end(piece);
  });
}
