import type { AssetLifecycle } from './asset-lifecycle.ts';
import type { AssetFiles } from './asset-files.ts';
import type { Catalogue } from './catalogue/catalogue.ts';
import type { UploadRecord } from './catalogue/records.ts';
import type { Logger } from './options.ts';
import { namesIn } from './quarantine.ts';
import type { TakeoverLock } from './uploads/takeover-lock.ts';
import type { UploadFiles } from './uploads/upload-files.ts';

const keepFinishedMs = 30 * 86_400_000;
/** During this time a deleted asset cannot be created again by the rest of an interrupted upload. */
const keepDeletedMs = 86_400_000;

/** Dependencies of the sweeper. */
export interface SweeperParts {
  catalogue: Catalogue;
  assetFiles: AssetFiles;
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
    for (const upload of await catalogue.uploads.waiting()) {
      const heldBytes = await uploadFiles.recover(upload.id, upload.held);
      if (heldBytes === upload.held) continue;
      await catalogue.uploads.change(upload.id, (stored) => {
        stored.held = heldBytes;
      });
    }
    await this.finishReceived();
    for (const id of await namesIn(uploadFiles.root()))
      if (await this.hasEnded(id)) await uploadFiles.remove(id);
  }

  /** Creates assets of complete uploads, ends expired uploads, and forgets what ended long ago. */
  async sweep(now: number): Promise<void> {
    const { catalogue, lifecycle, assetFiles } = this.parts;
    await this.finishReceived();
    for (const upload of await catalogue.uploads.expired(now)) await lifecycle.endUpload(upload, 'timed_out');
    await catalogue.uploads.removeFinished(now - keepFinishedMs);
    for (const { id, events } of await catalogue.assets.deleted(now - keepDeletedMs)) {
      if (events.length > 0) continue;
      await assetFiles.remove(id);
      await catalogue.assets.remove(id);
    }
  }

  /** Creates assets of uploads whose last byte is synced to disk, also when the client got no answer. */
  private async finishReceived(): Promise<void> {
    const { catalogue, lifecycle, lock, logger } = this.parts;
    const finish = async (upload: UploadRecord, work: () => Promise<void>): Promise<void> => {
      if (lock.isHeld(upload.id)) return;
      await work().catch((error: unknown) => {
        logger.warn({ err: error, uploadId: upload.id }, 'the asset of an upload will be created later');
      });
    };
    for (const upload of await catalogue.uploads.lackingAssets())
      await finish(upload, () => lifecycle.provideAsset(upload));
    for (const upload of await catalogue.uploads.fullyReceived())
      await finish(upload, () => lifecycle.finishUpload(upload));
  }

  private async hasEnded(id: string): Promise<boolean> {
    const { assets, uploads } = this.parts.catalogue;
    const upload = await uploads.byId(id);
    if (upload === undefined || upload.status === 'waiting') return false;
    // While its asset is preparing, the source may still be in the upload's folder.
    return upload.assetId === undefined || (await assets.byId(upload.assetId))?.status !== 'preparing';
  }
}
