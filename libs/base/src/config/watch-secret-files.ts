import { readFileSync } from 'node:fs';
import type { Logger } from '../logging/logger.ts';
import type { Environment } from './load-config.ts';

/** Mounted files need no faster check: Kubernetes itself takes up to a minute to replace them. */
const defaultEveryMs = 5_000;

export interface SecretFilesOptions {
  readonly env: Environment;
  /** The variables whose values may come from files. */
  readonly names: readonly string[];
  /** Reads the configuration again. @throws {ConfigError} when it is not usable */
  readonly reload: () => void;
  readonly logger: Logger;
  /** The time between two checks, in milliseconds. */
  readonly everyMs?: number | undefined;
}

/**
 * Calls `reload` when a file that an `X_FILE` variable names has changed, at first because one may have changed since
 * the start. While the files are not usable, for example because only one of two was replaced, the last usable values
 * stay, and the files are read again at the next check.
 * It compares contents: change events are not reliable for mounted files.
 */
export function watchSecretFiles({ env, names, reload, logger, everyMs }: SecretFilesOptions) {
  const paths = names.flatMap((name) => env[`${name}_FILE`] || []);
  let accepted: string | undefined;
  let reported: string | undefined;
  const check = () => {
    const contents = JSON.stringify(paths.map(contentOf));
    if (contents === accepted) return;
    try {
      reload();
      if (accepted !== undefined) logger.info({}, 'secrets were read again from their files');
      accepted = contents;
    } catch (error) {
      if (contents !== reported)
        logger.error({ err: error }, 'changed secrets are not usable; the last ones stay in use');
      reported = contents;
    }
  };
  const timer = paths.length > 0 ? setInterval(check, everyMs ?? defaultEveryMs).unref() : undefined;
  if (timer) check();
  return { close: () => clearInterval(timer) };
}

/** The files are few, small and in memory, so reading them does not hold up requests. */
function contentOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    return String(error);
  }
}
