import { once } from 'node:events';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

const transient = new Set([408, 502, 503, 504]);
/** A longer `Retry-After` is cut to this. */
const maxWaitMs = 30_000;

export interface ChunkOptions {
  /** The address of the upload, asked for before each request: each may go to another engine. */
  url: () => string;
  chunkBytes: number;
  /** Waits are multiplied with this. */
  timeScale?: number;
  /** Whether the upload was begun before. */
  isResumed?: boolean;
  /** How fast the bytes are sent; by default as fast as the engine takes them. */
  bytesPerSecond?: number;
}

/**
 * Sends a file as the page's uploads do: chunks from the offset that the engine has confirmed, which is asked for after each
 * failure; five attempts at the same bytes, a second apart or as `Retry-After` says.
 *
 * @returns the status of each answer, 0 for none
 * @throws Error when the upload ends, or has to begin again
 */
export async function sendInChunks(
  file: Buffer,
  { url, chunkBytes, timeScale = 1, isResumed = false, bytesPerSecond = Infinity }: ChunkOptions,
): Promise<number[]> {
  const statuses: number[] = [];
  let offset = 0;
  let isCertain = !isResumed;
  for (let attempt = 1; ;) {
    const end = Math.min(offset + chunkBytes, file.length);
    const range = isCertain ? `${String(offset)}-${String(end - 1)}` : '*';
    const body = isCertain ? file.subarray(offset, end) : Buffer.alloc(0);
    const contentRange = `bytes ${range}/${String(file.length)}`;
    const { status, headers } = await put(url(), contentRange, body, bytesPerSecond);
    statuses.push(status);
    if (status === 200) return statuses;
    if (status === 308) {
      const confirmed = headers['range']?.slice('bytes=0-'.length);
      const next = confirmed === undefined ? 0 : Number(confirmed) + 1;
      if (next < offset) throw new Error(`the upload went back from ${String(offset)} to ${String(next)}`);
      if (next > offset) attempt = 1;
      offset = next;
      isCertain = true;
      continue;
    }
    attempt += 1;
    if ((status !== 0 && !transient.has(status)) || attempt > 5)
      throw new Error(`the upload ended after ${statuses.join(' ')}`);
    isCertain = false;
    const retryAfterMs = 1000 * Number(headers['retry-after'] ?? 0);
    await sleep(timeScale * Math.min(maxWaitMs, Math.max(1000, retryAfterMs)));
  }
}

/** Pieces of a slow body. */
const pieceBytes = 64 * 1024;

/** Sends one request. @returns status 0 when there is no whole answer */
async function put(
  url: string,
  contentRange: string,
  body: Uint8Array,
  bytesPerSecond: number,
): Promise<{ status: number; headers: IncomingHttpHeaders }> {
  const headers = { 'Content-Range': contentRange, 'Content-Length': body.length };
  const req = request(url, { method: 'PUT', headers });
  const answered = (async () => {
    const [answer] = (await once(req, 'response')) as [IncomingMessage];
    answer.resume();
    await once(answer, 'end');
    return { status: answer.statusCode ?? 0, headers: answer.headers };
  })().catch(() => ({ status: 0, headers: {} }));
  req.on('error', () => undefined);
  for (let at = 0; at < body.length && !req.destroyed; at += pieceBytes) {
    req.write(body.subarray(at, at + pieceBytes));
    if (Number.isFinite(bytesPerSecond)) await sleep((1000 * pieceBytes) / bytesPerSecond);
  }
  req.end();
  return await answered;
}
