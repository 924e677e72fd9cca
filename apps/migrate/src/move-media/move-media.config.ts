import { z } from 'zod';
import { ConfigError, isSet, loadConfig, type Environment } from '@vault/base';
import { bucketOf, bucketSettings } from '@vault/integrations/own-engine';
import type { BucketOptions } from '@vault/media-store';
import { incompleteAccounts } from '@vault/platform';
import { databaseNameOf, mongoAccessOf, mongoConfig, type MongoAccess } from '@vault/store';
import { migrateConfig } from '../migrate.config.ts';

const sourcePrefix = 'FROM_';

/** The bucket that takes the media. */
const targetConfig = bucketSettings.required({ MEDIA_BUCKET: true });

/** The bucket that has the media: `FROM_MEDIA_BUCKET` and so on. */
const sourceConfig = z.object(
  Object.fromEntries(Object.entries(targetConfig.shape).map(([name, field]) => [sourcePrefix + name, field])),
);

/** The server that takes the catalogue. */
const catalogueConfig = z.object({
  ...mongoConfig.shape,
  MONGO_ADMIN_URL: migrateConfig.shape.MONGO_ADMIN_URL,
  NAMESPACE: migrateConfig.shape.NAMESPACE,
});

export interface MoveMediaConfig {
  readonly to: BucketOptions;
  /** Undefined when the media are in a folder. */
  readonly from: BucketOptions | undefined;
  /** Undefined when the catalogue stays where it is. */
  readonly catalogue: { readonly access: MongoAccess; readonly database: string } | undefined;
}

/** @throws {ConfigError} naming every problem */
export function loadMoveMediaConfig(isFromBucket: boolean, env: Environment): MoveMediaConfig {
  const problems = ['', ...(isFromBucket ? [sourcePrefix] : [])].flatMap((start) =>
    incompleteKeys(env, start),
  );
  if (!isFromBucket) problems.push(...incompleteAccounts((name) => isSet(env, name)));
  const load = <Schema extends z.ZodObject>(schema: Schema): z.infer<Schema> | undefined => {
    try {
      return loadConfig(schema, env);
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      problems.push(...error.problems);
      return undefined;
    }
  };
  const target = load(targetConfig);
  const source = isFromBucket ? load(sourceConfig) : undefined;
  const catalogue = isFromBucket ? undefined : load(catalogueConfig);
  if (problems.length > 0 || target === undefined) throw new ConfigError(problems);
  const url = catalogue?.MONGO_ADMIN_URL ?? catalogue?.MONGO_URL;
  return {
    to: optionsOf(target),
    from: source && optionsOf(targetConfig.parse(withoutPrefix(source))),
    catalogue:
      catalogue === undefined || url === undefined
        ? undefined
        : {
            access: mongoAccessOf(url, catalogue),
            database: databaseNameOf('video-engine', catalogue.NAMESPACE),
          },
  };
}

function incompleteKeys(env: Environment, start: string): string[] {
  const pair = ['MEDIA_ACCESS_KEY_ID', 'MEDIA_SECRET_ACCESS_KEY'].map((name) => start + name);
  const [present, missing] = [pair.find((name) => isSet(env, name)), pair.find((name) => !isSet(env, name))];
  return present && missing ? [`${missing}: must be set when ${present} is`] : [];
}

function withoutPrefix(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name.slice(sourcePrefix.length), value]),
  );
}

function optionsOf(settings: z.infer<typeof targetConfig>): BucketOptions {
  const options = bucketOf(settings);
  if (options === undefined) throw new Error('MEDIA_BUCKET must be set');
  return options;
}
