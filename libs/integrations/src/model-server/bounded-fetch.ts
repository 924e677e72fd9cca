import { requestInSpan } from '@vault/base';

/** The body of an answer is larger than the limit. */
export class AnswerTooLong extends Error {
  override readonly name = 'AnswerTooLong';

  constructor(maxBytes: number) {
    super(`The answer is longer than ${String(maxBytes)} bytes.`);
  }
}

/** What a server says about a refusal is parsed in the event loop. */
const maxRefusalBytes = 64 * 1024;

/**
 * `fetch` whose bodies fail with {@link AnswerTooLong} beyond the limit, before they are parsed; those of refusals beyond
 * 64 KiB. Redirects are returned, not followed: following one would send the key and the content to an address that
 * nobody configured.
 * @param name of the calls in traces
 */
export function boundedFetchOf(name: string, maxBytes: number): typeof fetch {
  return async (input, init) => {
    const response = await requestInSpan({ name, url: input, method: init?.method }, () =>
      fetch(input, { ...init, redirect: 'manual' }),
    );
    if (!response.body) return response;
    let read = 0;
    const limit = response.ok ? maxBytes : Math.min(maxBytes, maxRefusalBytes);
    const bounded = response.body.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
          read += chunk.byteLength;
          if (read > limit) controller.error(new AnswerTooLong(limit));
          else controller.enqueue(chunk);
        },
      }),
    );
    const { status, statusText, headers } = response;
    return new Response(bounded, { status, statusText, headers });
  };
}
