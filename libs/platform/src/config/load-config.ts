import { readFileSync } from 'node:fs';
import type { z } from 'zod';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Every problem of a configuration at once, one line each. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';

  constructor(readonly problems: readonly string[]) {
    super(`The configuration is not usable:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
  }
}

/** Puts the content of the file that `X_FILE` names under `X`, as secrets are mounted in containers. */
export function withSecretFiles(env: Environment, names: readonly string[]): Environment {
  const result: Record<string, string | undefined> = { ...env };
  for (const name of names) {
    const path = env[`${name}_FILE`];
    if (!path) continue;
    if (env[name]) throw new ConfigError([`${name} and ${name}_FILE are both set; keep one.`]);
    try {
      result[name] = readFileSync(path, 'utf8').trimEnd();
    } catch (cause) {
      throw new ConfigError([`${name}_FILE: ${cause instanceof Error ? cause.message : 'cannot be read'}`]);
    }
  }
  return result;
}

/**
 * Reads a service's configuration from environment variables. Empty strings count as unset.
 * @throws {ConfigError} with every problem found
 */
export function loadConfig<Schema extends z.ZodObject>(schema: Schema, env: Environment): z.infer<Schema> {
  const names = Object.keys(schema.shape);
  const values = withSecretFiles(env, names);
  const present = Object.fromEntries(
    names.map((name) => [name, values[name] === '' ? undefined : values[name]]),
  );
  const parsed = schema.safeParse(present);
  if (parsed.success) return parsed.data;
  throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`));
}

/** Loads several configurations and reports the problems of all of them together. */
export function loadAll<Key extends string>(
  schemas: Readonly<Record<Key, z.ZodObject>>,
  env: Environment,
): Record<Key, unknown> {
  const problems: string[] = [];
  const loaded = {} as Record<Key, unknown>;
  for (const key of Object.keys(schemas) as Key[]) {
    try {
      loaded[key] = loadConfig(schemas[key], env);
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      problems.push(...error.problems);
    }
  }
  if (problems.length > 0) throw new ConfigError([...new Set(problems)]);
  return loaded;
}
