import { readdir } from 'node:fs/promises';

import type { AssetLifecycle } from '../asset-lifecycle.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { ID_PATTERN } from '../ids.ts';
import type { Logger } from '../options.ts';
import type { TakeoverLock } from './takeover-lock.ts';
import type { UploadFiles } from './upload-files.ts';

const KEEP_FINISHED_MS = 30 * 86_400_000;

/** What the sweeper works with. */
export interface SweeperParts {
  catalogue: Catalogue;
  uploadFiles: UploadFiles;
  lifecycle: AssetLifecycle;
  /** Held by the request that sends bytes of an upload. */
  lock: TakeoverLock;
  logger: Logger;
}

/** Times uploads out and keeps files and catalogue in step. */
export class UploadSweeper {
  private readonly parts: SweeperParts;

  constructor(parts: SweeperParts) {
    this.parts = parts;
  }

  /** After a start: cuts what was not acknowledged, ends what is complete, removes files nobody knows. */
  async recover(): Promise<void> {
    const { catalogue, uploadFiles } = this.parts;
    for (const upload of catalogue.uploads.waiting()) {
      const held = await uploadFiles.recover(upload.id, upload.held);
      if (held !== upload.held) catalogue.uploads.setHeld(upload.id, held, upload.total);
    }
    this.completeWhole();
    const names = await readdir(uploadFiles.root()).catch(() => []);
    for (const name of names) {
      if (!ID_PATTERN.test(name) || this.isOrphan(name)) await uploadFiles.remove(name);
    }
  }

  /** Makes assets of what is whole, and ends uploads whose time is over. */
  sweep(now: number): void {
    const { catalogue, lifecycle } = this.parts;
    this.completeWhole();
    for (const upload of catalogue.uploads.expired(now)) lifecycle.endUpload(upload, 'timed_out');
    catalogue.uploads.forget(now - KEEP_FINISHED_MS);
  }

  /** The last byte was acknowledged to the disk, maybe not to the client: it need not come back for this. */
  private completeWhole(): void {
    const { catalogue, lifecycle, lock, logger } = this.parts;
    for (const upload of catalogue.uploads.whole()) {
      if (lock.isHeld(upload.id)) continue;
      try {
        lifecycle.finishUpload(upload);
      } catch (error) {
        logger.warn({ err: error, uploadId: upload.id }, 'an upload will become an asset later');
      }
    }
  }

  private isOrphan(id: string): boolean {
    const { assets, uploads } = this.parts.catalogue;
    const upload = uploads.byId(id);
    if (upload === undefined) return true;
    if (upload.status === 'waiting') return false;
    // An asset that is still preparing has not moved its source out of the upload's folder yet.
    return upload.assetId === undefined || assets.byId(upload.assetId)?.status !== 'preparing';
  }
}
