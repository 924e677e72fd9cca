/** The protocol's name of an error, found in its chain of causes. */
export function kafkaErrorType(error: unknown): string | undefined {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 10; cause = cause.cause, depth += 1) {
    if ('type' in cause && typeof cause.type === 'string') return cause.type;
  }
  return undefined;
}
