import { z } from 'zod';
import { anyVideoId } from './video.routes.ts';

const typedTime = z.string().max(32).describe('`HH:MM:SS`.');

/** `POST /muxupload/video-cut`. What is wrong with the times, the answer says in the words of the product. */
export const clipBody = z.object({ passthrough: anyVideoId, timeIn: typedTime, timeOut: typedTime });

export type ClipBody = z.infer<typeof clipBody>;
