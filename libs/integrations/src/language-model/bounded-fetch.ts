/** More than any answer that was asked for: a server that sends more is not answering. */
const maxAnswerBytes = 1024 * 1024;

/** The body went past what is read of one. */
export class AnswerTooLong extends Error {
  override readonly name = 'AnswerTooLong';

  constructor() {
    super(`The answer is longer than ${String(maxAnswerBytes)} bytes.`);
  }
}

/**
 * `fetch` whose bodies end in {@link AnswerTooLong} where they grow past the bound, before anything parses them. A
 * redirect is answered as it came: following one would send the key and the transcript to an address nobody configured.
 */
export const boundedFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, { ...init, redirect: 'manual' });
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
