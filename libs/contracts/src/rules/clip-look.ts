import { z } from 'zod';

/** The shape of a clip's picture: as recorded, 1:1 or 9:16. */
export const clipFrames = ['recorded', 'square', 'portrait'] as const;
export type ClipFrame = (typeof clipFrames)[number];

/** How a picture is shown in a frame of another shape: the part of it that fills the frame, or all of it with black bars. */
export const clipFits = ['crop', 'bars'] as const;
export type ClipFit = (typeof clipFits)[number];

/** Where the words of a clip are: nowhere, in the picture, or in a file that the client keeps beside the clip. */
export const clipCaptions = ['none', 'burned', 'beside'] as const;
export type ClipCaptions = (typeof clipCaptions)[number];

/** What a clip is made with besides its span. */
export const clipLook = {
  frame: z.enum(clipFrames),
  centre: z
    .number()
    .min(0)
    .max(1)
    .default(0.5)
    .describe(
      'Where the middle of the frame is in the width of the picture: 0 is the left edge, 1 the right one.',
    ),
  fit: z
    .enum(clipFits)
    .default('crop')
    .describe(
      'What a square or upright frame shows: `crop`, the part of the picture around `centre`; `bars`, the whole picture with black bars.',
    ),
  captions: z.enum(clipCaptions),
};
