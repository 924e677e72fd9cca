import { Mux } from '@mux/mux-node';
import { AppError, originHeaders, requestInSpan } from '@vault/base';

const noAnswer = 'The video host is not answering. Please try again in a moment.';
const noRoom =
  'The video host has no space for more videos. Please contact its administrator, and try again later.';
const fullStatus = 507;

/** Sends the correlation id and the trace, so that our own engine continues them. */
export function fetchInOrigin(url: string | URL | Request, init?: RequestInit): Promise<Response> {
  return requestInSpan({ name: 'video host', url, method: init?.method }, () => {
    const headers = new Headers(init?.headers);
    for (const [name, value] of Object.entries(originHeaders())) headers.set(name, value);
    return fetch(url, { ...init, headers });
  });
}

/** Converts failures of the host to `AppError`, with their cause. */
export async function reach<Result>(call: () => Promise<Result>): Promise<Result> {
  try {
    return await call();
  } catch (cause) {
    if (
      cause instanceof Mux.APIError &&
      cause.status !== undefined &&
      cause.status < 500 &&
      cause.status !== 429
    ) {
      throw new AppError('conflict', 'The video host refused this. Please reload the page and try again.', {
        cause,
      });
    }
    throw new AppError('unavailable', isFull(cause) ? noRoom : noAnswer, { cause });
  }
}

function isFull(cause: unknown): boolean {
  return cause instanceof Mux.APIError && cause.status === fullStatus;
}

export async function orNull<Result>(call: () => Promise<Result>): Promise<Result | null> {
  try {
    return await reach(call);
  } catch (error) {
    if (error instanceof AppError && error.cause instanceof Mux.NotFoundError) return null;
    throw error;
  }
}

/** An upload that has ended cannot and need not be cancelled. */
export function ignoreRefusal(error: unknown): void {
  if (!(error instanceof AppError) || error.code !== 'conflict') throw error;
}
