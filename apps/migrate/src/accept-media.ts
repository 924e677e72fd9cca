import { resolve } from 'node:path';
import { isSet } from '@vault/base';
import type { OperatorCommand } from '@vault/platform';
import { acceptMedia } from '@vault/video-engine';
import { withMediaPlace } from './common/media-place.ts';

const usage = `  accept-media [FOLDER]                                 lets stopped video engines start with the media that they have;
                                                        FOLDER has the catalogue, without it MongoDB has it. The media are
                                                        in MEDIA_BUCKET, or beside the catalogue`;

/** Continues video engines whose catalogue is lost or does not match their media, and of which there is no backup. */
export const acceptMediaCommand: OperatorCommand = {
  name: 'accept-media',
  usage,
  run: async ([path, ...more], env, print) => {
    if (more.length > 0 || (path === undefined && !isSet(env, 'MEDIA_BUCKET')))
      throw new Error(`Commands:\n${usage}`);
    const folder = path === undefined ? undefined : resolve(path);
    await withMediaPlace(folder, env, acceptMedia);
    print(
      `The catalogue in ${folder ?? 'MongoDB'} is accepted. Recordings that it does not list stay for 30 days.`,
    );
  },
};
