/** Whether a store refused a write because of a duplicate value in a unique field. */
export function isDuplicateKey(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 11_000;
}
