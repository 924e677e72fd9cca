import { z } from 'zod';

/** The token identifies the caller; old clients send this in addition. */
export const ownUserId = z
  .string()
  .max(64)
  .optional()
  .describe('Your own id, or absent; another id is answered 403.');
