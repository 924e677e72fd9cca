import { MediaStoreError } from '@vault/media-store';
import type { MediaStorage } from './media-storage.ts';
import type { Logger } from './options.ts';

/** A logger without the lines of calls that fail for what the log already says of the whole store. */
export function withoutKnownFailures(logger: Logger, storage: Pick<MediaStorage, 'explains'>): Logger {
  const unlessKnown =
    (level: 'warn' | 'error') =>
    (details: object, message: string): void => {
      const log = (): void => logger[level](details, message);
      if (!('err' in details && details.err instanceof MediaStoreError)) {
        log();
        return;
      }
      storage.explains(details.err).then((isKnown) => {
        if (!isKnown) log();
      }, log);
    };
  return {
    info: (details, message) => logger.info(details, message),
    warn: unlessKnown('warn'),
    error: unlessKnown('error'),
  };
}
