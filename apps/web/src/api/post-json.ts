import type { ErrorEnvelope, SuccessEnvelope } from '@vault/contracts';
import { correlationHeader, newCorrelationId } from './correlation.ts';

/** A call that did not succeed. `message` is the server's own sentence, empty when it sent none. */
export class RequestError extends Error {
  override readonly name = 'RequestError';
}

/** After this many milliseconds without an answer there will be none. */
const deadlineMs = 30_000;

/**
 * One public call, for the screens before sign-in. They stay free of the store, which only signed-in pages load.
 * @throws RequestError when the server refuses or cannot be reached.
 */
export async function postJson<Data>(path: string, body: unknown): Promise<Data> {
  return (await post<Data>(path, body)).data;
}

/**
 * As {@link postJson}, for a call that answers a sentence and nothing else.
 * @returns the sentence; empty when there is none
 */
export async function postForSentence(path: string, body: unknown): Promise<string> {
  return (await post(path, body)).msg ?? '';
}

async function post<Data>(path: string, body: unknown): Promise<SuccessEnvelope<Data>> {
  const response = await fetch(`/api${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json',
      [correlationHeader]: newCorrelationId(),
    },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(deadlineMs),
  }).catch((cause: unknown) => {
    throw new RequestError('', { cause });
  });
  const answer = (await response.json().catch(() => null)) as SuccessEnvelope<Data> | ErrorEnvelope | null;
  if (!response.ok || answer?.status !== 'success') throw new RequestError(answer?.msg ?? '');
  return answer;
}
