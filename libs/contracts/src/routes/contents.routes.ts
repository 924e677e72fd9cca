import { z } from 'zod';

export const contentKinds = ['picture', 'sound', 'subtitles', 'chapters'] as const;

/**
 * Why subtitles of a file are not the captions; `unreadable` also of a picture or sound. Only a picture or sound is `empty`, or
 * `cut`: used, up to where its recorder stopped.
 */
export const contentReasons = [
  'picture',
  'forced',
  'language',
  'short',
  'unreadable',
  'other',
  'empty',
  'cut',
] as const;

/** A track of an uploaded file, or all its chapters. */
export const contentItem = z.object({
  kind: z.enum(contentKinds),
  language: z.string().describe('A code such as `de`, or empty when the file names none.'),
  title: z.string().describe('As the file names it, or empty.'),
  isUsed: z
    .boolean()
    .describe('Whether the video plays it, has it as its captions, or has its chapters now.'),
  index: z.number().int().optional().describe('The number of the track in the file.'),
  channels: z.number().int().optional().describe('Of a sound.'),
  width: z.number().int().optional().describe('Of a picture.'),
  height: z.number().int().optional().describe('Of a picture.'),
  count: z.number().int().optional().describe('How many chapters.'),
  reason: z
    .enum(contentReasons)
    .optional()
    .describe(
      'Why subtitles are not used: they are pictures, mark only some lines, are of another language, cover too little, cannot be read, or others are used. A picture or sound has a reason only when it cannot be read or has nothing in it, and cannot be chosen then; or `cut` when it is used, and ends where its recorder stopped.',
    ),
});

export type ContentItem = z.infer<typeof contentItem>;
