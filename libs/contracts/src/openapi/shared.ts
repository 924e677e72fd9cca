import { z } from 'zod';
import { passthroughBody, videoIdInPath } from '../routes/video.routes.ts';
import { sessionId } from './examples.ts';

/** A video of the caller in the path. */
export const videoParams = z.object({ id: videoIdInPath });

/** A video of the caller in the body. */
export const passthrough = { schema: passthroughBody, example: { passthrough: sessionId } };

/** The refusal of a throttled call; the sentence continues where there are more reasons. */
export const tooManyTries = 'Too many tries from this address in the last minute';
