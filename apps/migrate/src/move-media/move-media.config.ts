import { z } from 'zod';
import { ConfigError, isSet, loadConfig, type Environment } from '@vault/base';
import type { BucketOptions } from '@vault/media-store';
import { incompleteAccounts } from '@vault/platform';
import {
  bucketConfig,
  bucketIn,
  catalogueConfig,
  catalogueIn,
  incompleteKeys,
  type CatalogueDatabase,
} from '../media.config.ts';

const sourcePrefix = 'FROM_';

/** The bucket that has the media: `FROM_MEDIA_BUCKET` and so on. */
const sourceConfig = z.object(
  Object.fromEntries(Object.entries(bucketConfig.shape).map(([name, field]) => [sourcePrefix + name, field])),
);

export interface MoveMediaConfig {
  readonly to: BucketOptions;
  /** Undefined when the media are in a folder. */
  readonly from: BucketOptions | undefined;
  /** Undefined when the catalogue stays where it is. */
  readonly catalogue: CatalogueDatabase | undefined;
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
  const target = load(bucketConfig);
  const source = isFromBucket ? load(sourceConfig) : undefined;
  const catalogue = isFromBucket ? undefined : load(catalogueConfig);
  if (problems.length > 0 || target === undefined) throw new ConfigError(problems);
  return {
    to: bucketIn(target),
    from: source && bucketIn(bucketConfig.parse(withoutPrefix(source))),
    catalogue: catalogue && catalogueIn(catalogue),
  };
}

function withoutPrefix(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name.slice(sourcePrefix.length), value]),
  );
}
