import { z } from 'zod';
import { publicVideoId } from './video.routes.ts';

const typedTime = z.string().max(32).describe('`HH:MM:SS`.');

/** `POST /muxupload/video-cut`. The clip service validates the times, with its own messages. */
export const clipBody = z.object({ passthrough: publicVideoId, timeIn: typedTime, timeOut: typedTime });

export type ClipBody = z.infer<typeof clipBody>;
