import { MediaStoreError } from '@vault/media-store';
import type { Catalogue } from './catalogue/catalogue.ts';
import type { UploadRecord } from './catalogue/records.ts';
import type { Logger } from './common/options.ts';
import type { AssetLifecycle } from './lifecycle/asset-lifecycle.ts';
import type { MediaSweep } from './media-sweep.ts';
import type { TakeoverLock } from './uploads/takeover-lock.ts';
import type { UploadFiles } from './uploads/upload-files.ts';

const keepFinishedMs = 30 * 86_400_000;
/** During this time a deleted asset cannot be created again by the rest of an interrupted upload. */
const keepDeletedMs = 86_400_000;

/** Dependencies of the sweeper. */
export interface SweeperParts {
  catalogue: Catalogue;
  mediaSweep: MediaSweep;
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

  /** Creates assets of complete uploads, ends expired uploads, removes their bytes, and forgets what ended long ago. */
  async sweep(now: number): Promise<void> {
    const { catalogue, lifecycle, mediaSweep } = this.parts;
    await this.finishReceived();
    for (const upload of await catalogue.uploads.expired(now)) await lifecycle.endUpload(upload, 'timed_out');
    for (const { id } of await catalogue.uploads.leavingBytes()) await lifecycle.removeBytes(id);
    await catalogue.uploads.removeFinished(now - keepFinishedMs);
    await mediaSweep.deleteDropped();
    for (const { id, events, dropped } of await catalogue.assets.deleted(now - keepDeletedMs)) {
      if (events.length > 0 || dropped.length > 0) continue;
      await mediaSweep.clean(id);
      await catalogue.assets.remove(id);
    }
  }

  /** Creates assets of uploads whose last byte is stored, also when the client got no answer. */
  async finishReceived(): Promise<void> {
    const { catalogue, lifecycle, lock, logger, uploadFiles } = this.parts;
    const finish = async (upload: UploadRecord, work: () => Promise<void>): Promise<void> => {
      if (lock.isHeld(upload.id)) return;
      await work().catch((error: unknown) => {
        logger.warn({ err: error, uploadId: upload.id }, 'the asset of an upload will be created later');
      });
    };
    for (const upload of await catalogue.uploads.lackingAssets())
      await finish(upload, () => lifecycle.provideAsset(upload));
    for (const upload of await catalogue.uploads.fullyReceived())
      await finish(upload, async () => {
        const isWhole = await uploadFiles.complete(upload).then(
          () => true,
          async (error: unknown) => {
            if (!(error instanceof MediaStoreError && error.problem === 'missing')) throw error;
            logger.error(
              { err: error, uploadId: upload.id },
              'the store has lost an upload, which begins anew',
            );
            await uploadFiles.reset(upload);
            return false;
          },
        );
        if (isWhole) await lifecycle.finishUpload(upload);
      });
  }
}
