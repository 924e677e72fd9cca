import { readdir } from 'node:fs/promises';

import type { AssetLifecycle } from '../asset-lifecycle.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { ID_PATTERN } from '../ids.ts';
import type { UploadFiles } from './upload-files.ts';

const KEEP_FINISHED_MS = 30 * 86_400_000;

/** Times uploads out and keeps files and catalogue in step. */
export class UploadSweeper {
  private readonly catalogue: Catalogue;
  private readonly files: UploadFiles;
  private readonly lifecycle: AssetLifecycle;

  constructor(catalogue: Catalogue, files: UploadFiles, lifecycle: AssetLifecycle) {
    this.catalogue = catalogue;
    this.files = files;
    this.lifecycle = lifecycle;
  }

  /** After a start: cuts what was not acknowledged, ends what is complete, removes files nobody knows. */
  async recover(): Promise<void> {
    for (const upload of this.catalogue.uploads.waiting()) {
      const held = await this.files.recover(upload.id, upload.held);
      if (held !== upload.held) this.catalogue.uploads.setHeld(upload.id, held, upload.total);
      // The last byte was acknowledged to the disk, not yet to the client: it need not come back for this.
      else if (held === upload.total) this.lifecycle.finishUpload(upload);
    }
    const names = await readdir(this.files.root()).catch(() => []);
    for (const name of names) {
      if (!ID_PATTERN.test(name) || this.isOrphan(name)) await this.files.remove(name);
    }
  }

  /** Ends uploads whose time is over. */
  sweep(now: number): void {
    for (const upload of this.catalogue.uploads.expired(now)) this.lifecycle.endUpload(upload, 'timed_out');
    this.catalogue.uploads.forget(now - KEEP_FINISHED_MS);
  }

  private isOrphan(id: string): boolean {
    const upload = this.catalogue.uploads.byId(id);
    if (upload === undefined) return true;
    if (upload.status === 'waiting') return false;
    // An asset that is still preparing has not moved its source out of the upload's folder yet.
    return upload.assetId === undefined || this.catalogue.assets.byId(upload.assetId)?.status !== 'preparing';
  }
}
