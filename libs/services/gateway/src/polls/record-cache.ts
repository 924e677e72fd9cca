import type { VideoRecord } from '@vault/contracts';
import type { Clock } from '@vault/platform';
import { LRUCache } from 'lru-cache';
import type { Changes } from '../messages/changes.ts';
import type { SerializedAnswer } from '../http/serialized-answer.ts';

/** A record is read again after this time even if no message says that it changed. */
const unchangedForMs = 5_000;
/** No message says how far the generation of chapters or texts is. */
const generatingForMs = 1_000;
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
  /** Milliseconds since the epoch. */
  readonly readAt: number;
  readonly changesBefore: number;
}

interface Entry extends SerializedAnswer {
  /** The owner and the three ids of the video. */
  readonly ids: readonly string[];
  readonly changesBefore: number;
  /** Milliseconds since the epoch. */
  readonly readAt: number;
  readonly maxAgeMs: number;
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
    private readonly clock: Clock,
  ) {}

  find(key: RecordKey): SerializedAnswer | undefined {
    const name = nameOf(key);
    const entry = this.entries.get(name);
    if (!entry) return undefined;
    // Below 0 when the clock was set back.
    const ageMs = this.clock.now().getTime() - entry.readAt;
    const isOld = ageMs < 0 || ageMs >= entry.maxAgeMs;
    if (!isOld && !this.changes.hasChanged(entry.ids, entry.changesBefore)) return entry;
    this.entries.delete(name);
    return undefined;
  }

  /** Call it before the owners are asked for the record. */
  beginRead(key: RecordKey): RecordRead {
    return { ...key, readAt: this.clock.now().getTime(), changesBefore: this.changes.now };
  }

  /** Keeps an answer, unless it is incomplete, the record changed while it was read, or a later read has ended first. */
  store(read: RecordRead, record: VideoRecord, answer: SerializedAnswer): void {
    if (record.chaptersMissing) return;
    const { readAt, changesBefore } = read;
    const ids = [read.ownerId, record.id, record.uploadId, record.assetId];
    if (this.changes.hasChanged(ids, changesBefore)) return;
    const kept = this.entries.get(nameOf(read));
    if (kept && kept.readAt > readAt) return;
    const isGenerating = record.state === 'chaptering' || record.operations.length > 0;
    const maxAgeMs = isGenerating ? generatingForMs : unchangedForMs;
    this.entries.set(nameOf(read), { ...answer, ids, changesBefore, readAt, maxAgeMs });
  }
}

/** Unique: ids of users contain no space. */
export function nameOf({ ownerId, anyId }: RecordKey): string {
  return `${ownerId} ${anyId}`;
}
