import { DataFolderError, type Environment } from '@vault/base';
import { BucketStore, MediaStoreError } from '@vault/media-store';
import { MediaFolderError, type MediaPlace } from '@vault/video-engine';
import mongoose, { type Connection } from 'mongoose';
import { loadMediaConfig } from './media.config.ts';
import { openDatabase } from './open-mongo.ts';

/**
 * Opens the place of the media of stopped engines, for `work`.
 * @param folder the one with the catalogue; undefined when it is in MongoDB, and the media in a bucket
 * @throws {ConfigError} naming every problem
 */
export async function withMediaPlace<Result>(
  folder: string | undefined,
  env: Environment,
  work: (place: MediaPlace) => Promise<Result>,
): Promise<Result> {
  const { bucket, catalogue } = loadMediaConfig(folder === undefined ? 'mongo' : 'folder', env);
  const store = bucket && new BucketStore(bucket);
  let connection: Connection | undefined;
  try {
    if (folder !== undefined) return await work({ dataDir: folder, store });
    if (!catalogue || !store) throw new Error('The configuration has no catalogue.');
    connection = await openDatabase(catalogue.access, catalogue.database);
    return await work({ connection, store });
  } catch (cause) {
    throw describeMediaError(cause);
  } finally {
    await connection?.close();
    store?.close();
  }
}

/** Makes an expected error one for the operator. */
export function describeMediaError(cause: unknown): unknown {
  if (cause instanceof MediaFolderError) {
    const remedy =
      ' Check MEDIA_BUCKET and MEDIA_PREFIX if the media are in a bucket, restore the catalogue and the media from backups, or run accept-media, which accepts what is there.';
    return new DataFolderError(`${cause.message}${cause.acceptableIn ? remedy : ''}`, { cause });
  }
  if (cause instanceof MediaStoreError)
    return new Error(
      `The media cannot be read or stored (${cause.problem}): ${cause.message}. Check the settings of the bucket, then run this again.`,
      { cause },
    );
  if (
    cause instanceof mongoose.mongo.MongoError ||
    cause instanceof mongoose.Error.MongooseServerSelectionError
  )
    return new Error(
      `MongoDB cannot be used: ${cause.message}. Check its address and account, then run this again.`,
      { cause },
    );
  return cause;
}
