import type { AssetLifecycle } from './asset-lifecycle.ts';
import type { Catalogue } from './catalogue/catalogue.ts';
import type { Logger } from './options.ts';
import { namesIn } from './quarantine.ts';
import type { TakeoverLock } from './uploads/takeover-lock.ts';
import type { UploadFiles } from './uploads/upload-files.ts';

const keepFinishedMs = 30 * 86_400_000;

/** Dependencies of the sweeper. */
export interface SweeperParts {
  catalogue: Catalogue;
  uploadFiles: UploadFiles;
  lifecycle: AssetLifecycle;
  /** Held by the request that sends bytes of an upload. */
  lock: TakeoverLock;
  logger: Logger;
}

/** Times uploads out and keeps files and catalogue consistent. */
export class UploadSweeper {
  private readonly parts: SweeperParts;

  constructor(parts: SweeperParts) {
    this.parts = parts;
  }

  /** Call once at the start: cuts off unacknowledged bytes, finishes complete uploads, removes bytes of ended ones. */
  async recover(): Promise<void> {
    const { catalogue, uploadFiles } = this.parts;
    for (const upload of catalogue.uploads.waiting()) {
      const heldBytes = await uploadFiles.recover(upload.id, upload.held);
      if (heldBytes !== upload.held) catalogue.uploads.setHeld(upload.id, heldBytes, upload.total);
    }
    this.finishReceived();
    for (const id of await namesIn(uploadFiles.root())) if (this.hasEnded(id)) await uploadFiles.remove(id);
  }

  /** Creates assets of complete uploads, and ends expired uploads. */
  sweep(now: number): void {
    const { catalogue, lifecycle } = this.parts;
    this.finishReceived();
    for (const upload of catalogue.uploads.expired(now)) lifecycle.endUpload(upload, 'timed_out');
    catalogue.uploads.removeFinished(now - keepFinishedMs);
  }

  /** Creates assets of uploads whose last byte is synced to disk, also when the client got no answer. */
  private finishReceived(): void {
    const { catalogue, lifecycle, lock, logger } = this.parts;
    for (const upload of catalogue.uploads.fullyReceived()) {
      if (lock.isHeld(upload.id)) continue;
      try {
        lifecycle.finishUpload(upload);
      } catch (error) {
        logger.warn({ err: error, uploadId: upload.id }, 'the asset of an upload will be created later');
      }
    }
  }

  private hasEnded(id: string): boolean {
    const { assets, uploads } = this.parts.catalogue;
    const upload = uploads.byId(id);
    if (upload === undefined || upload.status === 'waiting') return false;
    // While its asset is preparing, the source may still be in the upload's folder.
    return upload.assetId === undefined || assets.byId(upload.assetId)?.status !== 'preparing';
  }
}
