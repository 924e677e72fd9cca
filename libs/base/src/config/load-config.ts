import { readFileSync } from 'node:fs';
import type { z } from 'zod';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Lists every problem of a configuration, one line each. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';

  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`The configuration is not usable:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.problems = problems;
  }
}

/** Sets `X` to the content of the file that `X_FILE` names: containers mount secrets as files. */
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

/** Whether `name` or `name_FILE` has a value; an empty string counts as unset. */
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
    // zod's message for a missing value is about types.
    const isMissing = present[name] === undefined && code !== 'custom';
    const text = isMissing ? 'must be set' : hide(message, values[name]);
    if (!isUnread(name)) problems.push(`${path.join('.')}: ${text}`);
  }
  throw new ConfigError(problems);
}

/** A schema's message may quote the refused value, which may be a secret. */
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
