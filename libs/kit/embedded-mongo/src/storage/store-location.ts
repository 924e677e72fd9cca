import { basename, isAbsolute } from 'node:path';

/** Where a store is and how it is written. */
export interface StoreLocation {
  /** Absolute path, or `:memory:`. */
  file: string;
  /** The file's name without its extension. */
  databaseName: string;
  /** FULL: an acknowledged write survives a power cut. NORMAL: it survives kill -9 only. */
  synchronous: 'FULL' | 'NORMAL';
  /** Pause between two sweeps of expired documents, in seconds. */
  sweepSeconds: number;
}

/**
 * Parses `sqlite:/absolute/file.sqlite` or `sqlite::memory:`, with `?synchronous=normal&sweepSeconds=60`.
 * @throws Error for any other form
 */
export function parseStoreLocation(uri: string): StoreLocation {
  const parts = /^sqlite:(?<file>[^?]+)(?:\?(?<query>.*))?$/.exec(uri)?.groups;
  const file = parts?.['file'];
  if (file === undefined || (file !== ':memory:' && !isAbsolute(file))) {
    throw new Error(`The embedded store wants sqlite:/absolute/file.sqlite or sqlite::memory:, not ${uri}`);
  }
  const options = new URLSearchParams(parts?.['query']);
  return {
    file,
    databaseName: file === ':memory:' ? 'memory' : basename(file).replace(/\.[^.]+$/, ''),
    synchronous: options.get('synchronous')?.toUpperCase() === 'NORMAL' ? 'NORMAL' : 'FULL',
    sweepSeconds: Number(options.get('sweepSeconds') ?? 60),
  };
}
