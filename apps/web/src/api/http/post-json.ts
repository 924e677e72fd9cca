import type { ErrorEnvelope, SuccessEnvelope } from '@vault/contracts';
import { correlationHeader, newCorrelationId } from './correlation.ts';
import { keyHeader, requestKeys } from './request-keys.ts';

/** A call that failed. `message` is the server's message, empty when it sent none. */
export class RequestError extends Error {
  override readonly name = 'RequestError';
  /** The HTTP status; undefined without an answer. */
  readonly status: number | undefined;
  /** In every log line of the server about the call; undefined when there was none. */
  readonly reference: string | undefined;

  constructor(
    message: string,
    { reference, status, cause }: { reference?: string; status?: number; cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.status = status;
    this.reference = reference;
  }
}

/** Request timeout. */
const deadlineMs = 30_000;

/**
 * Makes a call of the pages before sign-in. They do not use the store, which only signed-in pages load.
 * @param token of the user, when it is about them
 * @throws RequestError when the server refuses or cannot be reached.
 */
export async function postJson<Data>(path: string, body: unknown, token?: string): Promise<Data> {
  return (await post<Data>(path, body, token)).data;
}

/**
 * Like {@link postJson}, for a call that returns only a message.
 * @returns the message; empty when there is none
 */
export async function postForSentence(path: string, body: unknown): Promise<string> {
  return (await post(path, body)).msg ?? '';
}

async function post<Data>(path: string, body: unknown, token?: string): Promise<SuccessEnvelope<Data>> {
  const json = JSON.stringify(body);
  const reference = newCorrelationId();
  const response = await requestKeys.use(
    `${path} ${json}`,
    (key) =>
      send(path, json, { [keyHeader]: key, [correlationHeader]: reference, ...bearer(token) }).catch(
        (cause: unknown) => new RequestError('', { reference, cause }),
      ),
    (result) => (result instanceof RequestError ? undefined : result.status),
  );
  if (response instanceof RequestError) throw response;
  const answer = (await response.json().catch(() => null)) as SuccessEnvelope<Data> | ErrorEnvelope | null;
  if (!response.ok || answer?.status !== 'success')
    throw new RequestError(answer?.msg ?? '', { reference, status: response.status });
  return answer;
}

const bearer = (token: string | undefined): Record<string, string> =>
  token === undefined ? {} : { authorization: `Bearer ${token}` };

function send(path: string, body: string, headers: Readonly<Record<string, string>>): Promise<Response> {
  return fetch(`/api${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json',
      ...headers,
    },
    body,
    signal: AbortSignal.timeout(deadlineMs),
  });
}
