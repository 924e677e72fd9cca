import { existsSync } from 'node:fs';

import type { MediaStore } from '@vault/media-store';
import { FolderStore } from '@vault/media-store';

import { objectsFolder } from './media-storage.ts';
import { Catalogue } from './catalogue/catalogue.ts';
import { catalogueFile } from './catalogue/database.ts';
import { MediaFolderError } from './lifecycle-errors.ts';

/** An asset in the catalogue of a stopped engine. */
export interface StoppedAsset {
  readonly id: string;
  readonly uploadId: string | undefined;
  readonly passthrough: string | undefined;
  /** False when it is ready in the catalogue, but its recording is missing. */
  readonly isWhole: boolean;
}

/** The media of a stopped engine, for a comparison with the records of its clients. It locks the folder until `close`. */
export class StoppedMedia {
  private readonly catalogue: Catalogue;
  private readonly store: MediaStore;

  private constructor(catalogue: Catalogue, store: MediaStore) {
    this.catalogue = catalogue;
    this.store = store;
  }

  /** @throws MediaFolderError when there is no catalogue, the engine runs, or the catalogue is damaged */
  static async open(dataDir: string): Promise<StoppedMedia> {
    if (!existsSync(catalogueFile(dataDir)))
      throw new MediaFolderError(`There is no media catalogue in ${dataDir}.`);
    return new StoppedMedia(await Catalogue.open(dataDir), new FolderStore(objectsFolder(dataDir)));
  }

  async assets(): Promise<readonly StoppedAsset[]> {
    const found: StoppedAsset[] = [];
    for (const { id, uploadId, passthrough, status, files } of await this.catalogue.assets.identities()) {
      const { media } = files;
      const isStored = media !== undefined && (await this.store.head(media)) !== undefined;
      found.push({ id, uploadId, passthrough, isWhole: status !== 'ready' || isStored });
    }
    return found;
  }

  /** The ids of uploads that may still receive bytes. */
  async openUploads(): Promise<readonly string[]> {
    return (await this.catalogue.uploads.waiting()).map(({ id }) => id);
  }

  /** Removes an asset or an upload. Its files stay for 30 days. */
  async discard(kind: 'assets' | 'uploads', id: string): Promise<void> {
    await this.catalogue.distrust(0, Date.now());
    await this.catalogue[kind].remove(id);
  }

  async close(): Promise<void> {
    await this.catalogue.close();
  }
}
