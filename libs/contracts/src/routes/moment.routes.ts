import { z } from 'zod';
import { publicVideoId } from './video.routes.ts';

/** What a link to a moment shows. */
export const momentKinds = ['chapter', 'quote', 'clip', 'span'] as const;
export type MomentKind = (typeof momentKinds)[number];

/** Seconds, in whole milliseconds. */
const seconds = z
  .number()
  .min(0)
  .max(100_000)
  .overwrite((value) => Math.round(value * 1_000) / 1_000);
const endsAt = z
  .number()
  .int()
  .nullable()
  .describe('Epoch seconds: the link does not work after this time. Null: it does not end.');
const isListed = z.boolean().describe('Whether search engines may list the page.');

export const momentId = z
  .string()
  .regex(/^[\w-]{1,64}$/, 'The link was not found.')
  .describe('The id of the link, as in its address.');

/** `POST /moments`. */
export const momentBody = z.object({
  passthrough: publicVideoId,
  kind: z.enum(momentKinds),
  start: seconds.describe('Seconds.'),
  end: seconds.describe('Seconds; after `start`, at most the duration.'),
});

/** `GET /moments`. */
export const momentsQuery = z.object({
  passthrough: publicVideoId.optional().describe('Only links to this video.'),
  after: z.string().max(64).default('').describe('The `next` of the previous page.'),
});

/** `PATCH /moments/{id}`. */
export const momentEdit = z
  .object({ ends_at: endsAt.optional(), is_listed: isListed.optional() })
  .refine((fields) => Object.keys(fields).length > 0, {
    message: 'Send a field to change.',
  });

/** A link to a span of a video that works for anyone. */
export const momentRecord = z.object({
  id: momentId,
  link: z.string().describe('The address of its page; root-relative when no public address is configured.'),
  video_id: z.string(),
  kind: z.enum(momentKinds),
  start: seconds.describe('Seconds.'),
  end: seconds.describe('Seconds.'),
  ends_at: endsAt,
  is_listed: isListed,
  plays: z.number().int().describe('How often its player was started.'),
  created_at: z.number().describe('Epoch seconds.'),
});
export type MomentRecord = z.infer<typeof momentRecord>;
