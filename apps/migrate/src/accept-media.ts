import { resolve } from 'node:path';
import { DataFolderError } from '@vault/base';
import type { OperatorCommand } from '@vault/platform';
import { acceptMedia, MediaFolderError } from '@vault/video-engine';

const usage =
  '  accept-media FOLDER                                   lets a stopped video engine start with the files that it has';

/** Continues a video engine whose catalogue is lost or does not match its files, and of which there is no backup. */
export const acceptMediaCommand: OperatorCommand = {
  name: 'accept-media',
  usage,
  run: async ([folder, ...more], _env, print) => {
    if (folder === undefined || more.length > 0) throw new Error(`Commands:\n${usage}`);
    const path = resolve(folder);
    await acceptMedia(path).catch((cause: unknown) => {
      throw cause instanceof MediaFolderError ? new DataFolderError(cause.message, { cause }) : cause;
    });
    print(`The catalogue in ${path} is accepted. Recordings that it does not list stay for 30 days.`);
  },
};
