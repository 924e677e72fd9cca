import type { Connection } from 'mongoose';
import { Documents } from './documents.ts';
import type { UploadRecord } from './records.ts';

/** Of a kind of uploads this many are worked on at a time. */
const batch = 100;
const maxRead = 1_000_000;
/** The states of uploads that became no asset. */
const endedEarly: readonly string[] = ['errored', 'cancelled', 'timed_out'];

/** The documents of direct uploads. */
export class Uploads extends Documents<UploadRecord> {
  constructor(connection: Connection) {
    super(connection, {
      name: 'uploads',
      indexes: [
        [{ seq: 1 }, true],
        [{ secret: 1 }, true],
        [{ status: 1, expiresAt: 1 }],
        [{ 'keys.isReceived': 1 }],
        [{ 'keys.leavesBytes': 1 }],
        [{ lacksAsset: 1 }],
        [{ 'parted.key': 1 }],
      ],
      keysOf: ({ status, held, total, parted, rest }) => ({
        isReceived: status === 'waiting' && held === total ? true : undefined,
        leavesBytes: endedEarly.includes(status) && (parted ?? rest) !== undefined ? true : undefined,
      }),
    });
  }

  async bySecret(secret: string): Promise<UploadRecord | undefined> {
    return await this.first({ secret });
  }

  async waiting(): Promise<UploadRecord[]> {
    return await this.find({ status: 'waiting' }, { limit: maxRead });
  }

  async countWaiting(): Promise<number> {
    return await this.model.countDocuments({ status: 'waiting' });
  }

  /** Returns up to 100 waiting uploads that are fully received, but whose asset could not be created yet. */
  async fullyReceived(): Promise<UploadRecord[]> {
    return await this.find({ 'keys.isReceived': true }, { limit: batch });
  }

  /** Returns up to 100 finished uploads whose asset is not stored, because the engine ended in between. */
  async lackingAssets(): Promise<UploadRecord[]> {
    return await this.find({ lacksAsset: true }, { limit: batch });
  }

  /** Returns up to 100 uploads that became no asset, and whose bytes are still stored. */
  async leavingBytes(): Promise<UploadRecord[]> {
    return await this.find({ 'keys.leavesBytes': true }, { limit: batch });
  }

  /** Whether an upload still needs the object, or its parts. */
  async names(key: string): Promise<boolean> {
    const upload = await this.first({ 'parted.key': key });
    return upload !== undefined && (upload.status === 'waiting' || upload.lacksAsset === true);
  }

  async expired(now: number): Promise<UploadRecord[]> {
    return await this.find({ status: 'waiting', expiresAt: { $lte: now } }, { limit: batch });
  }

  /** Ends the state waiting; returns the ended upload, or undefined when it had left that state before. */
  async finish(id: string, end: (upload: UploadRecord) => void): Promise<UploadRecord | undefined> {
    return await this.change(id, (upload) => {
      if (upload.status !== 'waiting') return false;
      end(upload);
    });
  }

  /** Removes finished uploads that expired before `before`, so that their number stays bounded. */
  async removeFinished(before: number): Promise<void> {
    await this.model.deleteMany({
      status: { $in: ['asset_created', ...endedEarly] },
      expiresAt: { $lt: before },
      lacksAsset: { $exists: false },
    });
  }
}
