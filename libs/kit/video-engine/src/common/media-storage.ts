import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type {
  CacheStatistics,
  MediaStore,
  MediaStoreProblem,
  ObjectReader,
  StoreSetting,
} from '@vault/media-store';
import { BucketStore, FolderStore, MediaStoreError, ObjectCache } from '@vault/media-store';
import type { DiskSpace } from '@vault/media';
import type { BucketSettings, Logger } from './options.ts';

const mib = 1024 * 1024;
const defaultCacheBytes = 4096 * mib;
/** Written to learn whether a bucket takes objects. Its first byte is always the same. */
const checkKey = 'check';
const checkWithinMs = 10_000;
/** How soon a bucket that cannot be used is checked again. */
const recheckMs = 5000;

/** The folder of the objects, when they are stored in files. */
export function objectsFolder(dataDir: string): string {
  return join(dataDir, 'objects');
}

/** Where the media are, and how they are read as files. */
export interface MediaStorage {
  readonly store: MediaStore;
  readonly reader: ObjectReader;
  /** Whether uploads take space on the disk of the engine. */
  readonly isLocal: boolean;
  /** Why the store cannot be used, as of the last check. */
  readonly problem: MediaStoreProblem | undefined;
  /** What to correct, when the problem is `forbidden`. */
  readonly setting: StoreSetting | undefined;
  /** What is cached of the store; undefined when its files are read where they are. */
  readonly cache: CacheStatistics | undefined;
  start(): Promise<void>;
  /** Learns whether the store can be used. @returns why not */
  check(): Promise<MediaStoreError | undefined>;
  /** Whether an error of a call has a cause that concerns all calls, which the log names once. It checks the store first. */
  explains(error: unknown): Promise<boolean>;
  /** Deletes objects, and what is cached of them. */
  delete(keys: readonly string[]): Promise<void>;
  /** @throws DiskFullError when bytes that are read as a file have no space on the disk */
  requireSpace(bytes: number): Promise<void>;
  stop(): Promise<void>;
}

/** Media in files of the data folder. */
export class FolderStorage implements MediaStorage {
  readonly store: FolderStore;
  readonly reader: ObjectReader;
  readonly isLocal = true;
  readonly problem = undefined;
  readonly setting = undefined;
  readonly cache = undefined;

  constructor(dataDir: string) {
    this.store = new FolderStore(objectsFolder(dataDir));
    this.reader = this.store;
  }

  async start(): Promise<void> {
    await this.store.start();
  }

  check(): Promise<undefined> {
    // The disk is watched for itself.
    return Promise.resolve(undefined);
  }

  explains(): Promise<boolean> {
    return Promise.resolve(false);
  }

  async delete(keys: readonly string[]): Promise<void> {
    await this.store.delete(keys);
  }

  async requireSpace(): Promise<void> {
    // Its files are read where they are.
  }

  stop(): Promise<void> {
    this.store.close();
    return Promise.resolve();
  }
}

/** Media in a bucket; those parts that are read are cached in the data folder. */
export class BucketStorage implements MediaStorage {
  readonly store: BucketStore;
  readonly reader: ObjectCache;
  readonly isLocal = false;
  problem: MediaStoreProblem | undefined;
  setting: StoreSetting | undefined;
  private readonly disk: DiskSpace;
  private readonly logger: Logger;
  private checking: Promise<MediaStoreError | undefined> | undefined;
  private recheck: NodeJS.Timeout | undefined;

  constructor(
    dataDir: string,
    bucket: BucketSettings,
    { disk, logger }: { disk: DiskSpace; logger: Logger },
  ) {
    this.store = new BucketStore(bucket);
    const maxBytes = bucket.cacheBytes ?? defaultCacheBytes;
    this.reader = new ObjectCache(this.store, { folder: join(dataDir, 'cache'), maxBytes });
    this.disk = disk;
    this.logger = logger;
  }

  get cache(): CacheStatistics {
    return this.reader.statistics();
  }

  async start(): Promise<void> {
    await this.reader.start();
  }

  async check(): Promise<MediaStoreError | undefined> {
    this.checking ??= this.look().finally(() => (this.checking = undefined));
    return await this.checking;
  }

  async explains(error: unknown): Promise<boolean> {
    if (!(error instanceof MediaStoreError) || error.problem === 'missing') return false;
    // A check may find room where a part of a recording had none.
    if (error.problem === 'full') this.note(error);
    if (this.problem === undefined) await this.check();
    return this.problem !== undefined;
  }

  async delete(keys: readonly string[]): Promise<void> {
    await this.store.delete(keys);
    for (const key of keys) this.reader.forget(key);
  }

  async requireSpace(bytes: number): Promise<void> {
    await this.disk.requireSpace(bytes);
  }

  async stop(): Promise<void> {
    clearTimeout(this.recheck);
    await this.checking?.catch(() => undefined);
    clearTimeout(this.recheck);
    this.store.close();
    await this.reader.close();
  }

  /** A bucket that was full has room when it takes as much as a part of a recording. */
  private async look(): Promise<MediaStoreError | undefined> {
    const bytes = this.problem === 'full' ? this.store.partBytes : 1;
    const signal = AbortSignal.timeout(checkWithinMs);
    const error = await this.tryCalls(bytes, signal).then(
      () => undefined,
      (cause: unknown) => {
        if (signal.aborted) return new MediaStoreError('unavailable', 'no answer in time', { cause });
        if (!(cause instanceof MediaStoreError)) throw cause;
        return cause;
      },
    );
    const hasBecomeFull = this.problem === 'full' && bytes < this.store.partBytes;
    if (error !== undefined || !hasBecomeFull) this.note(error);
    return error;
  }

  /** Without these calls no recording is stored: keys may lack a right, and what answers may not be a bucket. */
  private async tryCalls(bytes: number, signal: AbortSignal): Promise<void> {
    const { store } = this;
    await store.put(checkKey, Buffer.alloc(bytes), { signal });
    const first = await store
      .get(checkKey, { start: 0, end: 1 }, { signal })
      .then(buffer)
      .catch((error: unknown) => {
        if (error instanceof RangeError) return undefined;
        throw error;
      });
    if (first?.[0] !== 0)
      throw new MediaStoreError('forbidden', 'an object is not read as it was stored', {
        setting: 'address',
      });
    const upload = await store.begin(checkKey, { signal });
    await store.abort(upload, { signal }).catch(() => undefined);
  }

  private note(error: MediaStoreError | undefined): void {
    const { problem, setting } = error ?? {};
    clearTimeout(this.recheck);
    if (problem !== undefined) {
      this.recheck = setTimeout(() => void this.check().catch(() => undefined), recheckMs).unref();
    }
    if (problem === this.problem && setting === this.setting) return;
    this.problem = problem;
    this.setting = setting;
    if (error === undefined) this.logger.info({}, 'the bucket for media can be used again');
    else this.logger.error({ err: error, problem }, 'the bucket for media cannot be used');
  }
}
