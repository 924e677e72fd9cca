import { z } from 'zod';
import { passthroughBody, videoIdInPath } from '../routes/video.routes.ts';
import { sessionId } from './examples.ts';

/** A video of the caller in the path. */
export const videoParams = z.object({ id: videoIdInPath });

/** A video of the caller in the body. */
export const passthrough = { schema: passthroughBody, example: { passthrough: sessionId } };

/** A whole list as a file. */
export const spreadsheet = {
  file: 'text/csv',
  description:
    'UTF-8 with a byte order mark, a header, and a line for each row. Times are in UTC. A text that a spreadsheet would read as a formula begins with an apostrophe.',
} as const;
/** The refusal of such a file. */
export const tooManyRows = 'The list has too many rows for one file: filter it.';

/** The refusal of a throttled call; the sentence continues where there are more reasons. */
export const tooManyTries = 'Too many tries from this address in the last minute';
