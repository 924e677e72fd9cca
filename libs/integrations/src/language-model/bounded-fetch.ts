import { requestInSpan } from '@vault/platform';

/** Larger than any valid answer. */
const maxAnswerBytes = 1024 * 1024;

/** The body of an answer is larger than the limit. */
export class AnswerTooLong extends Error {
  override readonly name = 'AnswerTooLong';

  constructor() {
    super(`The answer is longer than ${String(maxAnswerBytes)} bytes.`);
  }
}

/**
 * `fetch` whose bodies fail with {@link AnswerTooLong} beyond the limit, before they are parsed. Redirects are
 * returned, not followed: following one would send the key and the transcript to an address that nobody configured.
 */
export const boundedFetch: typeof fetch = async (input, init) => {
  const response = await requestInSpan({ name: 'language model', url: input, method: init?.method }, () =>
    fetch(input, { ...init, redirect: 'manual' }),
  );
  if (!response.body) return response;
  let read = 0;
  const bounded = response.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        read += chunk.byteLength;
        if (read > maxAnswerBytes) controller.error(new AnswerTooLong());
        else controller.enqueue(chunk);
      },
    }),
  );
  const { status, statusText, headers } = response;
  return new Response(bounded, { status, statusText, headers });
};
