import { z } from 'zod';
import { ConfigError, isSet, loadAll, type Environment } from '@vault/base';
import { bucketOf, bucketSettings } from '@vault/integrations/own-engine';
import type { BucketOptions } from '@vault/media-store';
import { incompleteAccounts } from '@vault/platform';
import { databaseNameOf, mongoAccessOf, mongoConfig, type MongoAccess } from '@vault/store';
import { migrateConfig } from './migrate.config.ts';

/** A bucket for media. */
export const bucketConfig = bucketSettings.required({ MEDIA_BUCKET: true });

/** The server with the catalogue of engines that share their media. */
export const catalogueConfig = z.object({
  ...mongoConfig.shape,
  MONGO_ADMIN_URL: migrateConfig.shape.MONGO_ADMIN_URL,
  NAMESPACE: migrateConfig.shape.NAMESPACE,
});

/** The database that engines share. */
export interface CatalogueDatabase {
  readonly access: MongoAccess;
  readonly database: string;
}

/** Where the media of stopped engines are. */
export interface MediaConfig {
  /** Undefined when they are in a folder. */
  readonly bucket: BucketOptions | undefined;
  /** Undefined when the catalogue is in a folder. */
  readonly catalogue: CatalogueDatabase | undefined;
}

/**
 * @param folder the one with the catalogue; undefined when it is in MongoDB
 * @throws {ConfigError} naming every problem
 */
export function loadMediaConfig(folder: string | undefined, env: Environment): MediaConfig {
  const problems = incompleteKeys(env, '');
  const isInMongo = folder === undefined;
  if (isInMongo)
    problems.push(...incompleteAccounts((name) => name.startsWith('MONGO_') && isSet(env, name)));
  if (isInMongo && !isSet(env, 'MONGO_URL') && !isSet(env, 'MONGO_ADMIN_URL'))
    problems.push('MONGO_ADMIN_URL: must be set, or MONGO_URL; or name the FOLDER of the catalogue');
  const hasBucket = isInMongo || isSet(env, 'MEDIA_BUCKET');
  try {
    const schemas: Record<string, z.ZodObject> = {
      ...(hasBucket && { bucketConfig }),
      ...(isInMongo && { catalogueConfig }),
    };
    const loaded = loadAll(schemas, env) as {
      bucketConfig?: z.infer<typeof bucketConfig>;
      catalogueConfig?: z.infer<typeof catalogueConfig>;
    };
    if (problems.length === 0)
      return {
        bucket: loaded.bucketConfig && bucketIn(loaded.bucketConfig),
        catalogue: loaded.catalogueConfig && catalogueIn(loaded.catalogueConfig),
      };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    problems.push(...error.problems);
  }
  throw new ConfigError(problems);
}

/** The problem of a bucket with one of its two keys. @param start of the names of its variables */
export function incompleteKeys(env: Environment, start: string): string[] {
  const pair = ['MEDIA_ACCESS_KEY_ID', 'MEDIA_SECRET_ACCESS_KEY'].map((name) => start + name);
  const [present, missing] = [pair.find((name) => isSet(env, name)), pair.find((name) => !isSet(env, name))];
  return present && missing ? [`${missing}: must be set when ${present} is`] : [];
}

export function bucketIn(settings: z.infer<typeof bucketConfig>): BucketOptions {
  const options = bucketOf(settings);
  if (options === undefined) throw new Error('MEDIA_BUCKET must be set');
  return options;
}

/** @returns undefined when no server is named */
export function catalogueIn(settings: z.infer<typeof catalogueConfig>): CatalogueDatabase | undefined {
  const url = settings.MONGO_ADMIN_URL ?? settings.MONGO_URL;
  if (url === undefined) return undefined;
  return {
    access: mongoAccessOf(url, settings),
    database: databaseNameOf('video-engine', settings.NAMESPACE),
  };
}
