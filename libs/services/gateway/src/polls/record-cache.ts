import type { VideoRecord } from '@vault/contracts';
import { LRUCache } from 'lru-cache';
import type { Changes } from '../messages/changes.ts';
import type { SerializedAnswer } from '../http/serialized-answer.ts';

/** A record is read again after this time even if no message says that it changed. */
const maxAgeMs = 5_000;
/** No message says how far the generation of chapters or texts is. */
const maxAgeWhileGeneratingMs = 1_000;
const maxRecords = 5_000;
const maxBytes = 32 * 1_024 * 1_024;
const maxRecordBytes = 4 * 1_024 * 1_024;

/** Identifies a record: the caller, who must own it, and any of the video's three ids. */
export interface RecordKey {
  readonly ownerId: string;
  readonly anyId: string;
}

/** A read of a record: what was known when it began. */
export interface RecordRead extends RecordKey {
  readonly begunAt: number;
  readonly changesBefore: number;
}

interface Entry extends SerializedAnswer {
  /** The owner and the three ids of the video. */
  readonly ids: readonly string[];
  readonly changesBefore: number;
  readonly expiresAt: number;
}

/**
 * Answers with records, in bounded memory, by owner and id: nobody is given somebody else's record. An answer is used
 * until one of its ids changes, at most five seconds.
 */
export class RecordCache {
  private readonly entries = new LRUCache<string, Entry>({
    max: maxRecords,
    maxSize: maxBytes,
    maxEntrySize: maxRecordBytes,
    sizeCalculation: ({ body }) => body.length,
  });

  constructor(
    private readonly changes: Changes,
    private readonly now: () => number = () => performance.now(),
  ) {}

  find(key: RecordKey): SerializedAnswer | undefined {
    const name = nameOf(key);
    const entry = this.entries.get(name);
    if (!entry) return undefined;
    if (this.now() < entry.expiresAt && !this.changes.hasChanged(entry.ids, entry.changesBefore))
      return entry;
    this.entries.delete(name);
    return undefined;
  }

  /** Call it before the owners are asked for the record. */
  beginRead(key: RecordKey): RecordRead {
    return { ...key, begunAt: this.now(), changesBefore: this.changes.now };
  }

  /** Keeps an answer, unless it is incomplete or the record changed while it was read. */
  store(read: RecordRead, record: VideoRecord, answer: SerializedAnswer): void {
    if (record.chaptersMissing) return;
    const ids = [read.ownerId, record.id, record.uploadId, record.assetId];
    if (this.changes.hasChanged(ids, read.changesBefore)) return;
    const isGenerating = record.state === 'chaptering' || record.operations.length > 0;
    const expiresAt = read.begunAt + (isGenerating ? maxAgeWhileGeneratingMs : maxAgeMs);
    const { changesBefore } = read;
    this.entries.set(nameOf(read), { ...answer, ids, changesBefore, expiresAt });
  }
}

/** Ids of users contain no space. */
function nameOf({ ownerId, anyId }: RecordKey): string {
  return `${ownerId} ${anyId}`;
}
