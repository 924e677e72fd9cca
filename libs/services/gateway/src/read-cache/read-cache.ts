import type { Clock } from '@vault/base';
import type { VideoIdentity } from '@vault/contracts';
import { LRUCache } from 'lru-cache';
import type { ChangeLog } from './change-log.ts';

/** Data are read again after this time even if no message says that they changed. */
const unchangedForMs = 5_000;
/** No message says how far the generation of chapters or texts is. */
const generatingForMs = 1_000;
const maxEntries = 5_000;
const maxEntryBytes = 4 * 1_024 * 1_024;

/** A video as one session reads it. */
export interface ReadVideo extends VideoIdentity {
  readonly sessionId: string;
}

/** A read: what was known when it began. */
export interface StartedRead extends ReadVideo {
  /** Milliseconds since the epoch. */
  readonly readAt: number;
  readonly sequence: number;
}

/** What a value that was read depends on. */
export interface ReadContent {
  /** A message about one of these ids ends the value. */
  readonly ids: readonly string[];
  readonly isGenerating: boolean;
}

interface Entry<Value> extends ReadContent {
  readonly value: Value;
  readonly sequence: number;
  /** Milliseconds since the epoch. */
  readonly readAt: number;
}

export interface ReadCacheOptions<Value> {
  readonly changes: ChangeLog;
  readonly clock: Clock;
  readonly maxBytes: number;
  readonly sizeOf: (value: Value) => number;
}

/**
 * Caches data of videos in bounded memory, by session and id: entries are never shared between users. A value is used
 * until one of its ids changes, for at most five seconds.
 */
export class ReadCache<Value> {
  private readonly entries: LRUCache<string, Entry<Value>>;

  constructor(private readonly options: ReadCacheOptions<Value>) {
    const { maxBytes: maxSize, sizeOf } = options;
    this.entries = new LRUCache({
      max: maxEntries,
      maxSize,
      maxEntrySize: maxEntryBytes,
      sizeCalculation: ({ value }) => sizeOf(value),
    });
  }

  find(video: ReadVideo): Value | undefined {
    const name = nameOf(video);
    const entry = this.entries.get(name);
    if (!entry) return undefined;
    const { changes, clock } = this.options;
    // Below 0 when the clock was set back.
    const ageMs = clock.now().getTime() - entry.readAt;
    const isOld = ageMs < 0 || ageMs >= (entry.isGenerating ? generatingForMs : unchangedForMs);
    if (!isOld && !changes.hasChanged(entry.ids, entry.sequence)) return entry.value;
    this.entries.delete(name);
    return undefined;
  }

  /** Call this before querying the services. */
  startRead(video: ReadVideo): StartedRead {
    const { changes, clock } = this.options;
    return { ...video, readAt: clock.now().getTime(), sequence: changes.sequence };
  }

  /** Caches a value, unless it changed during the read, or a later read has ended first. */
  store(read: StartedRead, value: Value, content: ReadContent): void {
    const { readAt, sequence } = read;
    if (this.options.changes.hasChanged(content.ids, sequence)) return;
    const entry = this.entries.get(nameOf(read));
    if (entry && entry.readAt > readAt) return;
    this.entries.set(nameOf(read), { ...content, value, sequence, readAt });
  }
}

/** Unique: ids of users and sessions contain no space. */
export function nameOf({ ownerId, sessionId, videoId }: ReadVideo): string {
  return `${ownerId} ${sessionId} ${videoId}`;
}
