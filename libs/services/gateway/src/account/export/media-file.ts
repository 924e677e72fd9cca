import { setTimeout as wait } from 'node:timers/promises';

/** Time for the video host to begin its answer. */
const answerDeadlineMs = 30_000;
/** Time between two parts of a file, while this process waits for the host: a slow reader does not count. */
const partDeadlineMs = 30_000;
/** Time since the last byte for which an interrupted read is continued: enough for a restart of the host. */
const resumeForMs = 60_000;
const resumePauseMs = 500;

/** A file of the video host, opened for one read. */
export interface MediaFile {
  readonly size: number;
  /** May be read once. Ends only when all bytes have been read, else throws. */
  readonly bytes: AsyncIterable<Uint8Array>;
  /** Closes the connection, also of a file that nobody reads. */
  close(): void;
}

/** The address of a file, for one request. */
export type CurrentAddress = () => string | Promise<string>;

/** The host answered, and does not have the file. */
export class MissingMediaError extends Error {}

/**
 * Opens a file. A connection that breaks while it is read is continued from the byte at which it broke: hours of a
 * download are not lost to a restart of the video host.
 * @throws {MissingMediaError} when the host refuses it
 */
export async function openMedia(address: CurrentAddress, stop: AbortSignal): Promise<MediaFile> {
  const closing = new AbortController();
  const signal = AbortSignal.any([stop, closing.signal]);
  const first = await retried(() => request(address, { signal }), signal);
  const size = Number(first.response.headers.get('content-length') ?? Number.NaN);
  if (first.response.status !== 200 || !Number.isSafeInteger(size)) {
    closing.abort();
    throw new MissingMediaError(`The video host answered ${String(first.response.status)} without a size.`);
  }
  return { size, bytes: read(address, first, { size, signal }), close: () => closing.abort() };
}

interface Answer {
  readonly response: Response;
  readonly abort: AbortController;
}

async function* read(
  address: CurrentAddress,
  first: Answer,
  { size, signal }: { readonly size: number; readonly signal: AbortSignal },
): AsyncGenerator<Uint8Array> {
  let answer = first;
  let done = 0;
  let lastReadAt = Date.now();
  for (;;) {
    let problem: unknown = new Error('The video host has ended a file too early.');
    try {
      for await (const part of partsOf(answer)) {
        done += part.byteLength;
        yield part;
        lastReadAt = Date.now();
      }
      if (done >= size) return;
    } catch (error) {
      problem = error;
    }
    if (signal.aborted || Date.now() - lastReadAt >= resumeForMs) throw problem;
    await wait(resumePauseMs, undefined, { signal });
    const etag = first.response.headers.get('etag');
    const headers = { range: `bytes=${String(done)}-`, ...(etag !== null && { 'if-range': etag }) };
    answer = await retried(() => request(address, { signal, headers }), signal);
    if (answer.response.status !== 206) {
      answer.abort.abort();
      throw new MissingMediaError('The file has changed at the video host while it was read.');
    }
  }
}

async function request(
  address: CurrentAddress,
  { signal, headers }: { readonly signal: AbortSignal; readonly headers?: Record<string, string> },
): Promise<Answer> {
  const abort = new AbortController();
  const deadline = setTimeout(
    () => abort.abort(new Error('The video host does not answer.')),
    answerDeadlineMs,
  );
  try {
    const response = await fetch(await address(), {
      signal: AbortSignal.any([signal, abort.signal]),
      headers: { ...headers, 'accept-encoding': 'identity' },
    });
    if (response.ok) return { response, abort };
    abort.abort();
    const text = `The video host answered ${String(response.status)}.`;
    const isPassing = response.status >= 500 || response.status === 429;
    throw isPassing ? new Error(text) : new MissingMediaError(text);
  } finally {
    clearTimeout(deadline);
  }
}

/** Repeats a request that fails in a way that may pass. */
async function retried(attempt: () => Promise<Answer>, signal: AbortSignal): Promise<Answer> {
  const giveUpAt = Date.now() + resumeForMs;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (signal.aborted || error instanceof MissingMediaError || Date.now() >= giveUpAt) throw error;
      await wait(resumePauseMs, undefined, { signal });
    }
  }
}

async function* partsOf({ response, abort }: Answer): AsyncGenerator<Uint8Array> {
  const reader = (response.body as ReadableStream<Uint8Array> | null)?.getReader();
  try {
    while (reader) {
      const late = () => abort.abort(new Error('The video host has stopped sending.'));
      const deadline = setTimeout(late, partDeadlineMs);
      const { done, value } = await reader.read().finally(() => clearTimeout(deadline));
      if (done) return;
      yield value;
    }
  } finally {
    abort.abort();
  }
}
