import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { CallOptions, Content } from '@vault/media-store';
import { originDeleted, type Playlist, parsePlaylist, spansOf } from '@vault/media';
import type { LeasedJob } from '../catalogue/assets.ts';
import { keyOf } from '../catalogue/files.ts';
import type { AssetRecord } from '../catalogue/records.ts';
import type { MediaStorage } from '../common/media-storage.ts';

interface ReadOptions extends CallOptions {
  /** The only part of a packaged recording that is read, in seconds. */
  span?: { readonly start: number; readonly end: number };
}

/**
 * The objects of assets, and the local folders in which jobs make them. An asset names its objects; each is written once,
 * under a key with the number of the job's lease, so that two engines never write the same one.
 */
export class AssetFiles {
  private readonly storage: MediaStorage;
  private readonly dataDir: string;

  /** @param dataDir for thumbnails and unfinished work */
  constructor(dataDir: string, storage: MediaStorage) {
    this.dataDir = dataDir;
    this.storage = storage;
  }

  /**
   * Stores results of a job as objects; their files are taken away. The change that stores the result must name them.
   *
   * @returns the keys by the names
   */
  async publish(
    { assetId, lease }: Pick<LeasedJob, 'assetId' | 'lease'>,
    contents: Readonly<Record<string, Content>>,
    options?: CallOptions,
  ): Promise<Record<string, string>> {
    const keys: Record<string, string> = {};
    for (const [name, content] of Object.entries(contents)) {
      const key = keyOf(assetId, lease, name);
      await this.storage.store.put(key, content, options);
      keys[name] = key;
    }
    return keys;
  }

  /** @throws MediaError when the asset has no such object, MediaStoreError when that is not stored */
  async readText(
    { files }: Pick<AssetRecord, 'files'>,
    name: string,
    options?: CallOptions,
  ): Promise<string> {
    return await text(await this.storage.store.get(requireKey(files[name]), undefined, options));
  }

  /**
   * Runs work with an object as a file.
   *
   * @throws MediaError when the asset has no such object, MediaStoreError when that is not stored
   */
  async use<T>(
    { files }: Pick<AssetRecord, 'files'>,
    name: string,
    work: (path: string) => Promise<T>,
    { span, signal }: ReadOptions = {},
  ): Promise<T> {
    const object = await this.storage.reader.open(requireKey(files[name]), { signal });
    try {
      const playlist = span && (await this.playlist({ files }, { signal }));
      const spans = span && playlist ? spansOf(playlist, object.bytes, span) : [undefined];
      const bytes = spans.reduce(
        (sum, one) => sum + (one === undefined ? object.bytes : one.end - one.start),
        0,
      );
      await this.storage.requireSpace(bytes);
      for (const one of spans) await object.load(one, { signal });
      return await work(object.path);
    } finally {
      object.close();
    }
  }

  thumbnails(assetId: string): string {
    return join(this.dataDir, 'thumbnails', assetId);
  }

  async removeThumbnails(assetId: string): Promise<void> {
    await rm(this.thumbnails(assetId), { recursive: true, force: true });
  }

  /** Creates an empty folder for unfinished work; the next start removes it if nothing else has. */
  async workFolder(): Promise<string> {
    const root = join(this.dataDir, 'work');
    await mkdir(root, { recursive: true });
    return await mkdtemp(join(root, 'job-'));
  }

  private async playlist(asset: Pick<AssetRecord, 'files'>, options: CallOptions): Promise<Playlist> {
    return parsePlaylist(await this.readText(asset, 'playlist', options));
  }
}

function requireKey(key: string | undefined): string {
  if (key === undefined) throw originDeleted();
  return key;
}
