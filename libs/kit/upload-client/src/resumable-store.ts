import { fingerprintFile } from './file.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** What was remembered about a file's upload. */
export interface RememberedUpload<Session> {
  /** The session's url, for {@link UploadOptions.resumeFrom}. */
  endpoint: string;
  /** Whatever else belongs to the session. */
  session: Session;
  /** Milliseconds since the epoch. */
  savedAt: number;
}

/** Remembers, across reloads, the session of each file's upload. Works as if empty when storage is not available. */
export interface ResumableStore<Session> {
  /** The entry of this file; undefined when there is none, or when it is too old. */
  find(file: File): Promise<RememberedUpload<Session> | undefined>;
  /** Adds or replaces the entry of this file. */
  remember(file: File, endpoint: string, session: Session): Promise<void>;
  /** Call when the upload has succeeded. */
  forget(file: File): Promise<void>;
  /** Call when the user signs out: anyone who has a session url may write to the session. */
  clear(): void;
}

/** Settings of a store. */
export interface ResumableStoreOptions<Session> {
  /** Validates a stored session; entries that it refuses are dropped. */
  isSession: (value: unknown) => value is Session;
  /** The storage key; default `uploads`. Include the user's id where several people share a browser. */
  key?: string;
  /** Default `localStorage`. */
  storage?: Storage;
  /** Default one day. */
  maxAgeMs?: number;
  /** The oldest entries beyond this count are dropped; default 20. */
  maxEntries?: number;
  now?: () => number;
}

type Entries<Session> = Map<string, RememberedUpload<Session>>;

/** Creates a store in the browser's local storage. */
export function createResumableStore<Session>(
  options: ResumableStoreOptions<Session>,
): ResumableStore<Session> {
  return new StorageBackedStore(options);
}

class StorageBackedStore<Session> implements ResumableStore<Session> {
  private readonly isSession: (value: unknown) => value is Session;
  private readonly key: string;
  private readonly storage: Storage | undefined;
  private readonly maxAgeMs: number;
  private readonly maxEntries: number;
  private readonly now: () => number;

  constructor(options: ResumableStoreOptions<Session>) {
    this.isSession = options.isSession;
    this.key = options.key ?? 'uploads';
    this.storage = options.storage ?? attempt(() => localStorage);
    this.maxAgeMs = options.maxAgeMs ?? dayMs;
    this.maxEntries = options.maxEntries ?? 20;
    this.now = options.now ?? Date.now;
  }

  async find(file: File): Promise<RememberedUpload<Session> | undefined> {
    const fingerprint = await fingerprintOf(file);
    return fingerprint === undefined ? undefined : this.read().get(fingerprint);
  }

  async remember(file: File, endpoint: string, session: Session): Promise<void> {
    const fingerprint = await fingerprintOf(file);
    if (fingerprint === undefined) return;
    const entries = this.read();
    entries.delete(fingerprint);
    entries.set(fingerprint, { endpoint, session, savedAt: this.now() });
    this.write(entries);
  }

  async forget(file: File): Promise<void> {
    const fingerprint = await fingerprintOf(file);
    const entries = this.read();
    if (fingerprint !== undefined && entries.delete(fingerprint)) this.write(entries);
  }

  clear(): void {
    attempt(() => this.storage?.removeItem(this.key));
  }

  /** Oldest first. Reads the storage on each call, because other tabs write too. */
  private read(): Entries<Session> {
    const stored = attempt(() => JSON.parse(this.storage?.getItem(this.key) ?? '[]') as unknown);
    const rows: unknown[] = Array.isArray(stored) ? stored : [];
    return new Map(rows.filter((row): row is [string, RememberedUpload<Session>] => this.isEntry(row)));
  }

  private isEntry(row: unknown): boolean {
    if (!Array.isArray(row) || typeof row[0] !== 'string') return false;
    const value: unknown = row[1];
    if (typeof value !== 'object' || value === null) return false;
    const { endpoint, session, savedAt } = value as Record<string, unknown>;
    if (typeof endpoint !== 'string' || typeof savedAt !== 'number' || !this.isSession(session)) return false;
    const ageMs = this.now() - savedAt;
    return ageMs >= 0 && ageMs <= this.maxAgeMs;
  }

  /** When the storage is full, drops the oldest entries first, and in the worst case all of them. */
  private write(entries: Entries<Session>): void {
    const rows = [...entries].slice(-this.maxEntries);
    for (let from = 0; from < rows.length; from += 1) {
      const text = JSON.stringify(rows.slice(from));
      if (attempt(() => (this.storage?.setItem(this.key, text), true))) return;
    }
    this.clear();
  }
}

async function fingerprintOf(file: File): Promise<string | undefined> {
  try {
    return await fingerprintFile(file);
  } catch {
    // The upload itself reports to the user that the file cannot be read.
    return undefined;
  }
}

/** Storage can be forbidden, full or broken; the upload then continues but is not remembered. */
function attempt<Result>(action: () => Result): Result | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}
