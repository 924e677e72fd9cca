import { z } from 'zod';
import { ConfigError, isSet, loadAll, type Environment } from '@vault/base';
import { bucketOf, bucketSettings } from '@vault/integrations/own-engine';
import type { BucketOptions } from '@vault/media-store';
import { incompleteAccounts } from '@vault/platform';
import { databaseNameOf, mongoAccessOf, mongoConfig, type MongoAccess } from '@vault/store';
import { migrateConfig } from './migrate.config.ts';

/** A bucket for media. */
const bucketConfig = bucketSettings.required({ MEDIA_BUCKET: true });

/** The server with the catalogue of engines that share their media. */
const catalogueConfig = z.object({
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
 * @param place of the catalogue; `either`: in MongoDB where an address of it is set
 * @throws {ConfigError} naming every problem
 */
export function loadMediaConfig(place: 'folder' | 'mongo' | 'either', env: Environment): MediaConfig {
  const problems = incompleteKeys(env);
  const isInMongo = place !== 'folder';
  const hasBucket = isInMongo || isSet(env, 'MEDIA_BUCKET');
  if (isInMongo)
    problems.push(...incompleteAccounts((name) => name.startsWith('MONGO_') && isSet(env, name)));
  if (place === 'mongo' && !isSet(env, 'MONGO_URL') && !isSet(env, 'MONGO_ADMIN_URL'))
    problems.push('MONGO_ADMIN_URL: must be set, or MONGO_URL; or name the FOLDER of the catalogue');
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

/** The problem of a bucket with one of its two keys. */
function incompleteKeys(env: Environment): string[] {
  const pair = ['MEDIA_ACCESS_KEY_ID', 'MEDIA_SECRET_ACCESS_KEY'];
  const [present, missing] = [pair.find((name) => isSet(env, name)), pair.find((name) => !isSet(env, name))];
  return present && missing ? [`${missing}: must be set when ${present} is`] : [];
}

function bucketIn(settings: z.infer<typeof bucketConfig>): BucketOptions {
  const options = bucketOf(settings);
  if (options === undefined) throw new Error('MEDIA_BUCKET must be set');
  return options;
}

/** @returns undefined when no server is named */
function catalogueIn(settings: z.infer<typeof catalogueConfig>): CatalogueDatabase | undefined {
  const url = settings.MONGO_ADMIN_URL ?? settings.MONGO_URL;
  if (url === undefined) return undefined;
  return {
    access: mongoAccessOf(url, settings),
    database: databaseNameOf('video-engine', settings.NAMESPACE),
  };
}
