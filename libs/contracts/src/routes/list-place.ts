import { z } from 'zod';

/** A place in the list of videos; only ever what `next` of an earlier page said. */
export const listPlace = z
  .string()
  .regex(/^\d{1,16}_[A-Za-z0-9_-]{1,128}$/, 'That is no place in the list.')
  .optional()
  .describe(
    'What `next` of the page before said; `page` does not count then. Unlike pages by number, such pages neither repeat nor skip anything when videos are added or deleted meanwhile.',
  );

/** `GET /muxvideos`: what stands beside `data`. */
export const listPlaceFields = z.object({
  next: z
    .string()
    .nullable()
    .describe('Give it as `after` to get the next page; null when this is the last one.'),
  total: z.number().int().optional().describe('All videos of the library; absent on pages got with `after`.'),
});

export type ListPlaceFields = z.infer<typeof listPlaceFields>;
