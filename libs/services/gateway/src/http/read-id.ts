import { AppError } from '@vault/base';
import type { z } from 'zod';

/**
 * Parses an id of a path.
 * @param what the id identifies, for the message: `The user`
 * @throws {AppError} not-found when the id is invalid, like for an unknown one
 */
export function readId(schema: z.ZodType<string>, id: string, what: string): string {
  const parsed = schema.safeParse(id);
  if (!parsed.success) throw AppError.notFound(what);
  return parsed.data;
}
