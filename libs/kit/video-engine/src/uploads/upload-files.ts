import { buffer } from 'node:stream/consumers';
import type { MediaStore } from '@vault/media-store';
import { ownerOf, sourceKey } from '../catalogue/files.ts';
import type { UploadRecord } from '../catalogue/records.ts';
import type { Uploads } from '../catalogue/uploads.ts';
import { newId } from '../common/ids.ts';
import { type BegunUpload, maxUnnotedParts, PartWriter, refusalOf } from './part-writer.ts';

/** The bytes of an upload that has stored none. */
const noBytes = () => ({ parts: [], parted: undefined, rest: undefined });

/** The bytes of uploads: parts of the object that becomes the source of an asset. */
export class UploadFiles {
  private readonly store: MediaStore;
  private readonly uploads: Uploads;

  constructor(store: MediaStore, uploads: Uploads) {
    this.store = store;
    this.uploads = uploads;
  }

  /**
   * Runs work with a writer for an upload. One call at a time for each upload.
   *
   * @param upload as it was when the caller decided what to write
   * @param span the bytes of the whole upload, and of this request
   * @throws TakenOverError when another engine has begun to write it, UploadClosedError when it has ended
   */
  async write<T>(
    upload: UploadRecord,
    { total, length }: { readonly total: number; readonly length: number },
    work: (writer: PartWriter) => Promise<T>,
  ): Promise<T> {
    const { store, uploads } = this;
    const partBytes = length < total ? partBytesFor(store, length) : undefined;
    const begun = await this.claim(upload, partBytes);
    const partWriter = new PartWriter({ store, uploads, upload: begun, total });
    try {
      await partWriter.start();
      return await work(partWriter);
    } catch (error) {
      await partWriter.release().catch(() => undefined);
      throw error;
    }
  }

  /** Makes the object of a whole upload. May be repeated. */
  async complete({ parted, parts }: UploadRecord): Promise<void> {
    if (parted !== undefined) await this.store.complete(parted, parts);
  }

  /** Reads the first bytes of a complete upload. */
  async head({ parted, held }: UploadRecord, length: number): Promise<Buffer> {
    if (parted === undefined) return Buffer.alloc(0);
    return await buffer(await this.store.get(parted.key, { start: 0, end: Math.min(length, held) }));
  }

  /** The id of the asset that an upload becomes. */
  assetIdOf({ parted }: UploadRecord): string {
    return parted === undefined ? newId() : ownerOf(parted.key);
  }

  /** Makes an upload begin anew, because the store has lost what it held. @returns false when it has ended */
  async reset({ id }: UploadRecord): Promise<boolean> {
    const changed = await this.uploads.change(id, (upload) => {
      if (upload.status !== 'waiting') return false;
      return Object.assign(upload, noBytes(), { held: 0, total: undefined, writer: undefined });
    });
    return changed !== undefined;
  }

  /** Removes what an upload that ended without an asset has stored. May be repeated. */
  async remove(uploadId: string): Promise<void> {
    const { parted, rest } = (await this.uploads.byId(uploadId)) ?? {};
    if (parted !== undefined) {
      await this.store.abort(parted);
      await this.store.delete([parted.key]);
    }
    if (rest !== undefined) await this.store.delete([rest.key]);
    await this.uploads.change(uploadId, (upload) => Object.assign(upload, noBytes()));
  }

  /**
   * Makes a request the only one that writes an upload. It leaves out the numbers of parts that an earlier one may still
   * be storing, so that these never replace later ones.
   */
  private async claim(upload: UploadRecord, partBytes?: number): Promise<BegunUpload> {
    const { store, uploads } = this;
    const parted = upload.parted ?? (await store.begin(sourceKey(newId())));
    const claimed = await uploads.change(upload.id, (stored) => {
      const isSame = stored.held === upload.held && stored.parted?.id === upload.parted?.id;
      if (!isSame || stored.status !== 'waiting') return false;
      const leftOut = stored.writer === undefined ? 0 : maxUnnotedParts;
      const nextPart = upload.parted === undefined ? 1 : stored.nextPart + leftOut;
      Object.assign(stored, { writer: newId(), parted, nextPart });
      if (upload.parted === undefined) stored.partBytes = partBytes;
      return true;
    });
    if (claimed !== undefined) return { ...claimed, parted };
    if (upload.parted === undefined) await store.abort(parted);
    throw await refusalOf(uploads, upload.id);
  }
}

/**
 * The length of parts with which requests of a length end at the end of a part: what is left of a request would be
 * stored, read and stored again.
 * @returns undefined when there is none, or the store needs none
 */
function partBytesFor(
  { hasEqualParts, partBytes, minPartBytes }: MediaStore,
  requestBytes: number,
): number | undefined {
  const bytes = requestBytes / Math.ceil(requestBytes / partBytes);
  return hasEqualParts && Number.isInteger(bytes) && bytes >= minPartBytes ? bytes : undefined;
}
