/** The server's own sentence in a failed call, else the given one. */
export function errorMessage(error: unknown, otherwise: string): string {
  const data = (error as { data?: unknown } | null)?.data;
  const msg = (data as { msg?: unknown } | null | undefined)?.msg;
  return typeof msg === 'string' && msg !== '' ? msg : otherwise;
}

/** The HTTP status of a failed call, or undefined when no answer came. */
export function errorStatus(error: unknown): number | undefined {
  const status = (error as { status?: unknown } | null)?.status;
  return typeof status === 'number' ? status : undefined;
}
