import { RequestError } from './post-json.ts';

/** The server's message in a failed call, else `otherwise`. */
export function errorMessage(error: unknown, otherwise: string): string {
  if (error instanceof RequestError) return error.message || otherwise;
  const data = (error as { data?: unknown } | null)?.data;
  const msg = (data as { msg?: unknown } | null | undefined)?.msg;
  return typeof msg === 'string' && msg !== '' ? msg : otherwise;
}

/** The field of the request to correct, when the server names one. */
export function errorField(error: unknown): string | undefined {
  const data = (error as { data?: unknown } | null)?.data;
  const field = (data as { field?: unknown } | null | undefined)?.field;
  return typeof field === 'string' ? field : undefined;
}

/** The HTTP status of a failed call; undefined when there was no answer. */
export function errorStatus(error: unknown): number | undefined {
  const status = (error as { status?: unknown } | null)?.status;
  return typeof status === 'number' ? status : undefined;
}
