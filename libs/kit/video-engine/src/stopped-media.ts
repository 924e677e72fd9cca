import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { Catalogue } from './catalogue/catalogue.ts';
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

  /** @throws MediaFolderError when there is no catalogue, the engine runs, or the catalogue is damaged */
  constructor(dataDir: string) {
    if (!existsSync(join(dataDir, 'catalogue.sqlite')))
      throw new MediaFolderError(`There is no media catalogue in ${dataDir}.`);
    this.dataDir = dataDir;
    this.catalogue = new Catalogue(dataDir);
  }

  async assets(): Promise<readonly StoppedAsset[]> {
    const assetNames = new Set(await namesIn(join(this.dataDir, 'assets')));
    return this.catalogue.assets.identities().map(({ id, uploadId, passthrough, status }) => {
      return { id, uploadId, passthrough, isWhole: status !== 'ready' || assetNames.has(id) };
    });
  }

  /** The ids of uploads that may still receive bytes. */
  openUploads(): readonly string[] {
    return this.catalogue.uploads.waiting().map(({ id }) => id);
  }

  /** Removes an asset or an upload. Its files go to quarantine first, so that this can be repeated after a crash. */
  async discard(kind: 'assets' | 'uploads', id: string): Promise<void> {
    if (existsSync(join(this.dataDir, kind, id))) await new Quarantine(this.dataDir).add(kind, id);
    this.catalogue[kind].remove(id);
  }

  close(): void {
    this.catalogue.close();
  }
}
