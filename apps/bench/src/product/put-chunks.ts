import { randomFillSync } from 'node:crypto';
import { Agent, request } from 'node:http';

const mib = 1024 * 1024;
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

function putRange(url: string, piece: Buffer, from: number, total: number): Promise<void> {
  const range = `bytes ${String(from)}-${String(from + piece.length - 1)}/${String(total)}`;
  const headers = { 'content-type': 'video/mp4', 'content-range': range, 'content-length': piece.length };
  return new Promise((resolve, reject) => {
    const put = request(url, { method: 'PUT', agent, headers }, (answer) => {
      const { statusCode } = answer;
      answer.resume().once('end', () => {
        if (statusCode === 308) resolve();
        else reject(new Error(`a chunk failed with ${String(statusCode)}`));
      });
    });
    put.once('error', reject).end(piece);
  });
}
