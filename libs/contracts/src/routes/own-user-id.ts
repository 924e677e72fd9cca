import { z } from 'zod';

/** The caller is known by the token; old clients send this along. */
export const ownUserId = z
  .string()
  .max(64)
  .optional()
  .describe('Your own id, or left out; another id is 403.');
