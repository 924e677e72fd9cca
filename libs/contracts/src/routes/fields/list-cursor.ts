import { z } from 'zod';

/** Cursor of the list of videos: the `next` of the previous page. */
export const listCursor = z
  .string()
  .regex(/^\d{1,16}_[A-Za-z0-9_-]{1,128}$/, 'That is not a cursor of the list.')
  .optional()
  .describe(
    'The `next` of the previous page; `page` is ignored then. Unlike page numbers, a cursor neither repeats nor skips videos when others are added or deleted meanwhile.',
  );

/** `GET /muxvideos`: the fields beside `data`. */
export const listCursorFields = z.object({
  next: z.string().nullable().describe('Send it as `after` to get the next page; null on the last page.'),
  total: z
    .number()
    .int()
    .optional()
    .describe('All videos of the library; absent on pages requested with `after`.'),
});

export type ListCursorFields = z.infer<typeof listCursorFields>;
