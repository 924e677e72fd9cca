import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { Catalogue } from './catalogue/catalogue.ts';
import { catalogueFile } from './catalogue/database.ts';
import { MediaFolderError } from './lifecycle-errors.ts';
import { namesIn, Quarantine } from './quarantine.ts';

/** An asset in the catalogue of a stopped engine. */
export interface StoppedAsset {
  readonly id: string;
  readonly uploadId: string | undefined;
  readonly passthrough: string | undefined;
  /** False when it is ready in the catalogue, but its files are missing. */
  readonly isWhole: boolean;
}

/** The media of a stopped engine, for a comparison with the records of its clients. It locks the folder until `close`. */
export class StoppedMedia {
  private readonly dataDir: string;
  private readonly catalogue: Catalogue;

  private constructor(dataDir: string, catalogue: Catalogue) {
    this.dataDir = dataDir;
    this.catalogue = catalogue;
  }

  /** @throws MediaFolderError when there is no catalogue, the engine runs, or the catalogue is damaged */
  static async open(dataDir: string): Promise<StoppedMedia> {
    if (!existsSync(catalogueFile(dataDir)))
      throw new MediaFolderError(`There is no media catalogue in ${dataDir}.`);
    return new StoppedMedia(dataDir, await Catalogue.open(dataDir));
  }

  async assets(): Promise<readonly StoppedAsset[]> {
    const assetNames = new Set(await namesIn(join(this.dataDir, 'assets')));
    return (await this.catalogue.assets.identities()).map(({ id, uploadId, passthrough, status }) => {
      return { id, uploadId, passthrough, isWhole: status !== 'ready' || assetNames.has(id) };
    });
  }

  /** The ids of uploads that may still receive bytes. */
  async openUploads(): Promise<readonly string[]> {
    return (await this.catalogue.uploads.waiting()).map(({ id }) => id);
  }

  /** Removes an asset or an upload. Its files go to quarantine first, so that this can be repeated after a crash. */
  async discard(kind: 'assets' | 'uploads', id: string): Promise<void> {
    if (existsSync(join(this.dataDir, kind, id))) await new Quarantine(this.dataDir).add(kind, id);
    await this.catalogue[kind].remove(id);
  }

  async close(): Promise<void> {
    await this.catalogue.close();
  }
}
