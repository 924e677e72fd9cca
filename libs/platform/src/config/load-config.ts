import { readFileSync } from 'node:fs';
import type { z } from 'zod';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Every problem of a configuration at once, one line each. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';

  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`The configuration is not usable:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.problems = problems;
  }
}

/**
 * Puts the content of the file that `X_FILE` names under `X`, as secrets are mounted in containers.
 * @throws {ConfigError} with every problem found
 */
export function withSecretFiles(env: Environment, names: readonly string[]): Environment {
  const { values, problems } = readSecretFiles(env, names);
  if (problems.length > 0) throw new ConfigError(problems);
  return values;
}

function readSecretFiles(env: Environment, names: readonly string[]) {
  const values: Record<string, string | undefined> = { ...env };
  const problems: string[] = [];
  for (const name of names) {
    const path = env[`${name}_FILE`];
    if (!path) continue;
    if (env[name]) problems.push(`${name} and ${name}_FILE are both set; keep one.`);
    else {
      try {
        values[name] = readFileSync(path, 'utf8').trimEnd();
        if (!values[name]) problems.push(`${name}_FILE: ${path} is empty`);
      } catch (cause) {
        problems.push(`${name}_FILE: ${cause instanceof Error ? cause.message : 'cannot be read'}`);
      }
    }
  }
  return { values, problems };
}

/** Whether there is a value for `name`, or a file that holds it; as everywhere, an empty string is none. */
export function isSet(env: Environment, name: string): boolean {
  return Boolean(env[name]) || Boolean(env[`${name}_FILE`]);
}

/**
 * Reads a service's configuration from environment variables. Empty strings count as unset.
 * @throws {ConfigError} with every problem found; values are never part of it
 */
export function loadConfig<Schema extends z.ZodObject>(schema: Schema, env: Environment): z.infer<Schema> {
  const names = Object.keys(schema.shape);
  const { values, problems } = readSecretFiles(env, names);
  const isUnread = (name: string) => problems.some((problem) => problem.startsWith(`${name}_FILE`));
  const present = Object.fromEntries(names.map((name) => [name, values[name] || undefined]));
  const parsed = schema.safeParse(present);
  if (parsed.success && problems.length === 0) return parsed.data;
  for (const { code, path, message } of parsed.error?.issues ?? []) {
    const name = String(path[0] ?? '');
    // What zod says of a value that is not there speaks of types.
    const isMissing = present[name] === undefined && code !== 'custom';
    const words = isMissing ? 'must be set' : hide(message, values[name]);
    if (!isUnread(name)) problems.push(`${path.join('.')}: ${words}`);
  }
  throw new ConfigError(problems);
}

/** A message of a schema may quote what it refuses, and that may be a secret. */
function hide(message: string, value: string | undefined): string {
  return value !== undefined && value.length >= 4 ? message.replaceAll(value, '[hidden]') : message;
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
