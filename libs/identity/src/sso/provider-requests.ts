import { AppError, withinTime } from '@vault/base';
import { NoAnswer } from './sso-errors.ts';
import type { SendRequest } from './sso-provider.ts';

const maxAnswerBytes = 64 * 1024;
const withoutBody = [204, 205, 304];

interface FetchOptions {
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body?: unknown;
}

/**
 * The requests of one call, which share its deadline. The token endpoint is asked once: a code or a refresh token is spent
 * then, so that another try, with newer keys, gets the same answer.
 */
export class ProviderRequests {
  private readonly endsAt: number;
  private tokenAnswer: Promise<() => Response> | undefined;

  constructor(
    private readonly send: SendRequest,
    deadlineMs: number,
    private readonly now: () => number,
  ) {
    this.endsAt = now() + deadlineMs;
  }

  readonly fetch = async (url: string, options: FetchOptions): Promise<Response> => {
    if (options.method === 'GET') return (await this.ask(url, options))();
    this.tokenAnswer ??= this.ask(url, options);
    return (await this.tokenAnswer)();
  };

  /** @returns the status and, if the body is JSON, the parsed body */
  async readJson(url: string): Promise<{ readonly status: number; readonly json: unknown }> {
    const response = await this.fetch(url, { method: 'GET', headers: { accept: 'application/json' } });
    try {
      return { status: response.status, json: await response.json() };
    } catch {
      return { status: response.status, json: undefined };
    }
  }

  private async ask(url: string, { method, headers, body }: FetchOptions): Promise<() => Response> {
    const deadlineMs = Math.floor(this.endsAt - this.now());
    if (deadlineMs < 1) throw new NoAnswer('The call took too long.');
    const request = {
      method: method === 'POST' ? ('POST' as const) : ('GET' as const),
      headers,
      ...(body instanceof URLSearchParams && { body: body.toString() }),
      deadlineMs,
    };
    const late = () => new Error('It did not answer in time.');
    try {
      const answer = await withinTime(this.send(url, request), deadlineMs, late);
      if (answer.body.length > maxAnswerBytes) throw new AppError('conflict', 'Its answer is too large.');
      const { status } = answer;
      const type = answer.headers['content-type'];
      const bytes = withoutBody.includes(status) ? null : new Uint8Array(answer.body);
      // No other header is needed, and a wrong one could not be passed on.
      const kept = typeof type === 'string' ? { 'content-type': type } : undefined;
      const toResponse = () => new Response(bytes, { status, ...(kept && { headers: kept }) });
      toResponse();
      return toResponse;
    } catch (cause) {
      throw new NoAnswer('There was no answer.', { cause });
    }
  }
}
