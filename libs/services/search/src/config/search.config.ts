import { z } from 'zod';

export const searchConfig = z.object({
  /** Memory for the libraries that were searched last, in MiB; an hour of speech takes about 0.15. */
  SEARCH_MEMORY_MIB: z.coerce.number().int().min(1).max(65_536).default(256),
});

export type SearchConfig = z.infer<typeof searchConfig>;
