import { AppError } from '@vault/platform';
import type { z } from 'zod';

/**
 * An id of the address.
 * @param what it names: `The user`
 * @throws {AppError} not-found when it cannot exist, as for one that does not
 */
export function readId(schema: z.ZodType<string>, id: string, what: string): string {
  const parsed = schema.safeParse(id);
  if (!parsed.success) throw AppError.notFound(what);
  return parsed.data;
}
