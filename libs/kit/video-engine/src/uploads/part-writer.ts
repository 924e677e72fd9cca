import { buffer } from 'node:stream/consumers';
import { releaseMemory } from '@vault/media-store';
import type { MediaStore, Part, PartedUpload } from '@vault/media-store';
import type { UploadRecord } from '../catalogue/records.ts';
import type { Uploads } from '../catalogue/uploads.ts';
import { newId } from '../common/ids.ts';
import { UploadClosedError } from '../common/lifecycle-errors.ts';

/** A writer begins at most as many parts before it notes their numbers in the catalogue. */
export const maxUnnotedParts = 64;

/** Syncing while more is received makes the last sync short. */
const syncEveryBytes = 8 * 1024 * 1024;

/** Another request, perhaps of another engine, has begun to write the upload. */
export class TakenOverError extends Error {
  override readonly name = 'TakenOverError';

  constructor() {
    super('a newer request of this upload took over');
  }
}

/** An upload whose object is begun. */
export type BegunUpload = UploadRecord & { parted: PartedUpload };

/** The parts of {@link PartWriter}. */
interface WriterParts {
  store: MediaStore;
  uploads: Uploads;
  upload: BegunUpload;
  /** Bytes of the whole upload. */
  total: number;
}

/**
 * Stores the bytes of a request as parts of the upload's object. One part is stored while the next is received, so it
 * needs the memory of two parts for any request. What is too small for a part becomes an object of its own, which the
 * next request begins with.
 */
export class PartWriter {
  /** Bytes of the request that are stored and noted in the catalogue. */
  written = 0;
  error: Error | undefined;
  private readonly parts: WriterParts;
  private readonly partBytes: number;
  private stored: Part[];
  private next: number;
  private noted: number;
  private rest: UploadRecord['rest'];
  /** Where the filling part begins in the object. */
  private offset: number;
  /** What is received, and not stored yet. */
  private pieces: Buffer[] = [];
  private filled = 0;
  private storing: Promise<void> = Promise.resolve();
  private syncing: Promise<void> | undefined;
  private unsynced = 0;

  /** @param parts `upload` as of the change that made this its writer */
  constructor(parts: WriterParts) {
    this.parts = parts;
    const { upload } = parts;
    this.partBytes = upload.partBytes ?? parts.store.partBytes;
    this.stored = upload.parts;
    this.rest = upload.rest;
    this.next = upload.nextPart;
    this.noted = upload.nextPart;
    this.offset = upload.held - (upload.rest?.bytes ?? 0);
  }

  /** Reads what earlier requests have stored beside the parts. */
  async start(): Promise<void> {
    if (this.rest === undefined) return;
    await this.add(await buffer(await this.parts.store.get(this.rest.key)));
  }

  /** Where parts may differ in length they have whole pieces: cut ones make an upload to a folder three times slower. */
  async add(piece: Buffer): Promise<void> {
    const { partBytes } = this;
    let at = 0;
    while (this.parts.store.hasEqualParts && this.filled + piece.length - at > partBytes) {
      const length = partBytes - this.filled;
      // Copies, because the memory of stored pieces is freed.
      this.pieces.push(Buffer.from(piece.subarray(at, at + length)));
      this.filled = partBytes;
      at += length;
      await this.storePart();
    }
    this.pieces.push(at === 0 ? piece : Buffer.from(piece.subarray(at)));
    this.filled += piece.length - at;
    if (this.filled >= partBytes) await this.storePart();
  }

  /** Stores what is left, and notes it. @throws TakenOverError, or UploadClosedError when the upload has ended */
  async finish(): Promise<void> {
    const { store, total, upload } = this.parts;
    await this.untilStored();
    const isLast = this.offset + this.filled === total;
    const leastBytes = store.hasEqualParts ? this.partBytes : store.minPartBytes;
    if (this.filled > 0 && (isLast || this.filled >= leastBytes)) await this.storePart();
    else if (this.filled > (this.rest?.bytes ?? 0)) await this.storeRest();
    await this.untilStored();
    await this.note({ writer: undefined });
    // The sweep deletes it otherwise.
    if (upload.rest !== undefined && upload.rest !== this.rest)
      await store.delete([upload.rest.key]).catch(() => undefined);
  }

  /**
   * Lets the next writer use the numbers that this one has not. After a crash, that writer leaves out all that may be in
   * use: a long failure of the store would take all numbers of an upload, if each request cost as many.
   */
  async release(): Promise<void> {
    const { uploads, upload } = this.parts;
    await this.storing;
    await uploads.change(upload.id, (stored) => {
      if (stored.writer !== upload.writer) return false;
      Object.assign(stored, { writer: undefined, nextPart: this.next });
      return true;
    });
  }

  /** Starts to store the filled part, once the one before is stored. */
  private async storePart(): Promise<void> {
    await this.untilStored();
    if (this.next - this.noted === maxUnnotedParts) await this.note();
    const { store, upload } = this.parts;
    const { pieces } = this;
    const part = { number: this.next, offset: this.offset, content: pieces };
    this.storing = store.putPart(upload.parted, part).then(
      (stored) => {
        releaseMemory(pieces);
        this.stored = append(this.stored, stored);
        this.offset += stored.bytes;
        this.unsynced += stored.bytes;
        this.startSync();
      },
      (error: unknown) => {
        this.error = error as Error;
      },
    );
    this.next += 1;
    this.rest = undefined;
    this.pieces = [];
    this.filled = 0;
  }

  private async storeRest(): Promise<void> {
    const { store, upload } = this.parts;
    const key = `uploads/${upload.id}/${newId()}`;
    await store.put(key, Buffer.concat(this.pieces));
    this.rest = { key, bytes: this.filled };
  }

  private startSync(): void {
    if (this.unsynced < syncEveryBytes || this.syncing !== undefined) return;
    this.unsynced = 0;
    this.syncing = this.parts.store
      .sync(this.parts.upload.parted)
      .catch((error: unknown) => {
        this.error ??= error as Error;
      })
      .finally(() => (this.syncing = undefined));
  }

  /** Notes in the catalogue what is stored. */
  private async note(end: { writer?: undefined } = {}): Promise<void> {
    const { store, uploads, upload, total } = this.parts;
    await this.syncing;
    await this.untilStored();
    if (this.stored.length > 0) await store.sync(upload.parted);
    const held = this.offset + (this.rest?.bytes ?? 0);
    const progress = { held, parts: this.stored, rest: this.rest, nextPart: this.next };
    const noted = await uploads.change(upload.id, (stored) => {
      if (stored.status !== 'waiting' || stored.writer !== upload.writer) return false;
      // A request that stored nothing does not decide how many bytes there will be.
      Object.assign(stored, progress, held > 0 ? { total } : {}, end);
      return true;
    });
    if (noted === undefined) throw await refusalOf(uploads, upload.id);
    this.noted = this.next;
    this.written = held - upload.held;
  }

  private async untilStored(): Promise<void> {
    await this.storing;
    if (this.error !== undefined) throw this.error;
  }
}

/** Why an upload cannot be written. */
export async function refusalOf(uploads: Uploads, id: string): Promise<Error> {
  const isOpen = (await uploads.byId(id))?.status === 'waiting';
  return isOpen ? new TakenOverError() : new UploadClosedError();
}

/** Keeps neighbours as one part where the store allows it. */
function append(parts: readonly Part[], part: Part): Part[] {
  const last = parts.at(-1);
  if (last === undefined || part.tag !== '' || last.tag !== '') return [...parts, part];
  return [...parts.slice(0, -1), { ...last, bytes: last.bytes + part.bytes }];
}
